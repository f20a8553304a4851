import { connect } from './connect.js';
import { Fleet } from './fleet.js';
import { Ledger } from './ledger.js';
import { type PageQueue, pageQueue } from './pages.js';
import { startRedis } from './redis-server.js';
import { type RunState, readRunState } from './run-state.js';
import { type Service, startService } from './service.js';
import { toEnvironment } from './settings.js';

/** A run on this machine: its Redis, its service, its processes. */
export interface Run extends AsyncDisposable {
  readonly service: Service;
  readonly fleet: Fleet;
  readonly ledger: Ledger;
  readonly queue: PageQueue;
  state(): Promise<RunState>;
}

export interface RunOptions {
  readonly devices: number;
  readonly requestsPerSecond: number;
  readonly lockMs: number;
}

/** Starts Redis and the service; the processes are started by who asked. */
export async function openRun({ devices, requestsPerSecond, lockMs }: RunOptions): Promise<Run> {
  const version = '2.4.1';
  const run = `firmware-${version}`;
  const server = await startRedis();
  const service = await startService(devices);
  const redis = connect(server.url);
  const fleet = new Fleet({
    ...toEnvironment({ redisUrl: server.url, run, version, requestsPerSecond, lockMs }),
    CONTROL_API_URL: service.emulator.url,
    CONTROL_API_KEY: service.emulator.key,
  });
  const ledger = new Ledger(redis, run);
  const queue = pageQueue(redis, run);
  return {
    service,
    fleet,
    ledger,
    queue,
    state: () => readRunState(redis, ledger, queue, run),
    async [Symbol.asyncDispose]() {
      await fleet.stop();
      await queue.close();
      redis.disconnect();
      await service.emulator.close();
      await server.stop();
    },
  };
}
