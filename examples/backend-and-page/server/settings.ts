export interface Settings {
  readonly port: number;
  /** Where browsers find the page, such as https://devices.example.com. */
  readonly origin: string;
  readonly usersFile: string;
}

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** The settings of the environment. CONTROL_API_URL and CONTROL_API_KEY are not among them: the SDK reads those by itself. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env['PORT'] ?? 3000);
  const { origin, protocol, hostname } = new URL(env['PUBLIC_ORIGIN'] ?? `http://127.0.0.1:${port}`);
  const isLocal = loopback.includes(hostname);
  if (protocol !== 'https:' && !isLocal)
    throw new Error('PUBLIC_ORIGIN must begin with https://, except on this machine.');
  const usersFile = env['USERS_FILE'] ?? 'users.demo.json';
  if (usersFile.includes('demo') && !isLocal) throw new Error('Set USERS_FILE: the passwords of the demo are public.');
  return { port, origin, usersFile };
}
