/** What every process of the fleet is started with, by its environment. The SDK reads CONTROL_API_URL and CONTROL_API_KEY itself. */
export interface Settings {
  readonly redisUrl: string;
  /** The name of this run: a device is worked on once in it. Another name is another run. */
  readonly run: string;
  /** The version to install. */
  readonly version: string;
  /** How many requests all processes together may send in a second. */
  readonly requestsPerSecond: number;
  /** How long a worker's lock on a page lasts without being renewed: after that, the page is given to another worker. Milliseconds. */
  readonly lockMs: number;
}

/** How many pages a worker has in hand at once. */
export const pagesAtOnce = 2;
/** How many devices of a page a worker has in hand at once. */
export const devicesAtOnce = 10;

/** The settings as variables, for a process to be started. */
export function toEnvironment(settings: Settings): Record<string, string> {
  return {
    FLEET_REDIS_URL: settings.redisUrl,
    FLEET_RUN: settings.run,
    FLEET_VERSION: settings.version,
    FLEET_REQUESTS_PER_SECOND: String(settings.requestsPerSecond),
    FLEET_LOCK_MS: String(settings.lockMs),
  };
}

/** @throws {Error} naming the variable that is missing or is not a whole number. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const text = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`Set ${name}: see README.md for what a process of the fleet needs.`);
    return value;
  };
  const whole = (name: string): number => {
    const value = Number(text(name));
    if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1.`);
    return value;
  };
  return {
    redisUrl: text('FLEET_REDIS_URL'),
    run: text('FLEET_RUN'),
    version: text('FLEET_VERSION'),
    requestsPerSecond: whole('FLEET_REQUESTS_PER_SECOND'),
    lockMs: whole('FLEET_LOCK_MS'),
  };
}
