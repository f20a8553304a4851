import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** A viewer sees the devices; an operator may rename them too. The service's key has no such scopes, so the backend has. */
export type Role = 'viewer' | 'operator';

export interface Account {
  readonly role: Role;
  /** `scrypt:<cost>:<salt>:<hash>`, the last two in base64url. With its cost, an old hash still counts when new ones cost more. */
  readonly password: string;
}

export type Accounts = Readonly<Record<string, Account>>;

/** 2 to the power of this: 64 MiB and about a fifth of a second for each guess. */
const COST = 16;

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

export async function hashPassword(password: string, cost: number = COST): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `scrypt:${cost}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/** An unknown name takes as long as a wrong password, so that nobody can find out which names there are. */
const nobody = `scrypt:${COST}:${'A'.repeat(22)}:${'A'.repeat(43)}`;

export async function findAccount(accounts: Accounts, name: string, password: string): Promise<Account | undefined> {
  const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
  const [, cost, salt = '', hash = ''] = (account?.password ?? nobody).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
  const expected = Buffer.from(hash, 'base64url');
  const matches = derived.length === expected.length && timingSafeEqual(derived, expected);
  return matches ? account : undefined;
}
