import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The processes of a fleet. */
export type Role = 'producer' | 'worker';

/** Starts a process of this fleet. What it prints to stderr is shown. */
export function startProcess(role: Role, env: Readonly<Record<string, string>>): ChildProcess {
  return fork(fileURLToPath(new URL(`./${role}.js`, import.meta.url)), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Ends this process when the one that started it is gone, however it went. Without effect in one that was started by hand. */
export function leaveWithParent(): void {
  process.on('disconnect', () => process.exit(0));
}
