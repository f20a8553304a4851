/** Members that Node gives to the options of each TLS connection itself. */
const GIVEN_BY_NODE = /^(?:rejectUnauthorized|ciphers|checkServerIdentity|minDHSize)$/;

/**
 * The options, which now have every name of their own that a polluted `Object.prototype` would supply. Node copies options into plain
 * objects and reads what they lack there: `ca` in it would let a forged certificate pass.
 */
export function ownOnly<Options extends object>(options: Options): Options {
  for (const name in Object.prototype)
    if (!Object.hasOwn(options, name) && !GIVEN_BY_NODE.test(name)) Object.assign(options, { [name]: undefined });
  return options;
}
