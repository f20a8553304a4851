import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Role, startProcess } from './start-process.js';

/**
 * The processes of a fleet on this machine. Whatever is killed is started again: on your machines systemd, Kubernetes or the
 * like does that.
 */
export class Fleet {
  readonly #env: Readonly<Record<string, string>>;
  readonly #running = new Map<string, ChildProcess>();
  #kills = 0;
  #failure: Error | undefined;

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  /** How many processes were killed. */
  get kills(): number {
    return this.#kills;
  }

  get workers(): number {
    return [...this.#running.keys()].filter((name) => name !== 'producer').length;
  }

  startProducer(): void {
    this.#start('producer', 'producer');
  }

  /** Starts workers until there are so many. */
  startWorkers(count: number): void {
    for (let index = 0; index < count; index++)
      if (!this.#running.has(`worker ${index}`)) this.#start('worker', `worker ${index}`);
  }

  /** Kills a process as a power cut would: it can do nothing about it. Nothing happens if it has ended. */
  kill(role: Role, index: number): void {
    const child = this.#running.get(role === 'producer' ? role : `${role} ${index}`);
    if (child && !child.killed && child.kill('SIGKILL')) this.#kills++;
  }

  /** @throws {Error} if a process ended by itself with a failure. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Asks all processes to stop, and waits until they have. */
  async stop(): Promise<void> {
    const children = [...this.#running.values()];
    this.#running.clear();
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  }

  #start(role: Role, name: string): void {
    const child = startProcess(role, this.#env);
    this.#running.set(name, child);
    child.once('exit', (code, signal) => {
      if (this.#running.get(name) !== child) return;
      this.#running.delete(name);
      if (signal === 'SIGKILL') this.#start(role, name);
      else if (code !== 0)
        this.#failure = new Error(`The ${name} ended with ${code ?? signal}: see what it printed above.`);
    });
  }
}
