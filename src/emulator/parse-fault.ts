/**
 * Splits a fault as a command line gives it, such as `slow` or `rate-limited,operation=ListDevices,nth=2,status=200`. It is
 * checked where it is set.
 */
export function parseFault(text: string): object {
  const [fault, ...parts] = text.split(',');
  const options = parts.map((part): [string, unknown] => {
    const [name = '', ...value] = part.split('=');
    const joined = value.join('=');
    return [name, /^\d+(?:\.\d+)?$/.test(joined) ? Number(joined) : joined];
  });
  return { ...Object.fromEntries(options), fault };
}
