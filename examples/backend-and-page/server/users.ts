import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** A viewer sees the devices; an operator may rename them too. The service's key has no such scopes, so the backend has. */
export type Role = 'viewer' | 'operator';

export interface Account {
  readonly role: Role;
  /** `scrypt:<salt>:<hash>`, both in base64url. */
  readonly password: string;
}

export type Accounts = Readonly<Record<string, Account>>;

// 64 MiB and about a quarter of a second for each guess.
const cost: ScryptOptions = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, cost, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64url')}:${(await derive(password, salt)).toString('base64url')}`;
}

/** An unknown name takes as long as a wrong password, so that nobody can find out which names there are. */
const nobody = `scrypt:${'A'.repeat(22)}:${'A'.repeat(43)}`;

export async function findAccount(accounts: Accounts, name: string, password: string): Promise<Account | undefined> {
  const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
  const [, salt = '', hash = ''] = (account?.password ?? nobody).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(hash, 'base64url');
  const matches = derived.length === expected.length && timingSafeEqual(derived, expected);
  return matches ? account : undefined;
}
