import type { Command } from '../command.ts';
import { checkCommand } from './check.ts';
import { devicesCommand, listCommand } from './devices.ts';
import { doctorCommand } from './doctor.ts';
import { emulatorCommand } from './emulator.ts';
import { generateCommand } from './generate.ts';
import { initCommand, operationsCommand } from './init.ts';
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
