/** Whether a URL names this machine. Where a name under `localhost` really leads, its connection shows. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}

/** Whether an address, as a connection has it, is this machine's. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/.test(address);
}
