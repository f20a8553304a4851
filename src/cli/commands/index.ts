import type { Command } from '../command.ts';
import { checkCommand } from './check.ts';
import { devicesCommand } from './devices.ts';
import { doctorCommand } from './doctor.ts';
import { emulatorCommand } from './emulator.ts';
import { generateCommand } from './generate.ts';
import { initCommand } from './init.ts';
import { listCommand } from './list.ts';
import { operationsCommand } from './operations.ts';
import { requestCommand } from './request.ts';
import { schemaCommand } from './schema.ts';

/** The commands in the order of the help. */
export const commands: readonly Command[] = [
  devicesCommand,
  listCommand,
  requestCommand,
  schemaCommand,
  operationsCommand,
  generateCommand,
  checkCommand,
  emulatorCommand,
  initCommand,
  doctorCommand,
];
