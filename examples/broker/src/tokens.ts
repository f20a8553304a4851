import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as jose from 'jose';

/** Where a broker keeps its signing key, the ids of revoked tokens, and its log. */
export const home = process.env['BROKER_HOME'] ?? join(homedir(), '.control-api-broker');
const revoked = join(home, 'revoked.txt');
const mode = 0o600;
const audience = 'control-api';
const longest = 24 * 60;
const requiredClaims = ['sub', 'jti', 'exp', 'iat', 'allow'];

/** The SHA-256 of a document's text. */
export const hashOf = (document: string): string => createHash('sha256').update(document).digest('hex');

/** The key that signs the tokens, made at first use; its thumbprint is the broker's name. */
async function signingKey(): Promise<{ readonly key: jose.JWK; readonly issuer: string }> {
  const file = join(home, 'signing-key.json');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const { privateKey } = await jose.generateKeyPair('EdDSA', { extractable: true });
    writeFileSync(file, JSON.stringify(await jose.exportJWK(privateKey)), { flag: 'wx', mode });
  }
  const key: jose.JWK = JSON.parse(readFileSync(file, 'utf8'));
  return { key, issuer: await jose.calculateJwkThumbprint(key) };
}

/** Makes a token: `allow` holds `read`, for every query of the manifest, or hashes of exact documents. */
export async function issueToken(subject: string, allow: readonly string[], minutes: number): Promise<string> {
  if (!(minutes > 0 && minutes <= longest)) throw new Error('A token lives for at most 24 hours.');
  if (subject === '' || allow.length === 0 || !allow.every((it) => /^(?:read|[0-9a-f]{64})$/.test(it)))
    throw new Error('Say who the token is for, and what it allows: `read`, or operations of the manifest.');
  const { key, issuer } = await signingKey();
  const payload = { allow, iss: issuer, aud: audience, sub: subject, jti: randomUUID() };
  const token = new jose.SignJWT(payload).setProtectedHeader({ alg: 'EdDSA' }).setIssuedAt();
  return token.setExpirationTime(`${Math.ceil(minutes * 60)}s`).sign(await jose.importJWK(key, 'EdDSA'));
}

/** Makes the reader of tokens, which holds the public key alone. It throws for anything but a token of this broker. */
export async function tokenReader() {
  const { key, issuer } = await signingKey();
  const { d: _private, ...publicPart } = key;
  const publicKey = await jose.importJWK(publicPart, 'EdDSA');
  const rules = { algorithms: ['EdDSA'], issuer, audience, requiredClaims, maxTokenAge: longest * 60 };
  // A signature is checked once; the time and what is revoked, at each request.
  const verified = new Map<string, jose.JWTPayload & { allow: unknown }>();
  return async (header = ''): Promise<{ subject: string; id: string; allow: readonly unknown[] }> => {
    const token = /^Bearer (\S+)$/.exec(header)?.[1] ?? '';
    const payload = verified.get(token) ?? (await jose.jwtVerify<{ allow: unknown }>(token, publicKey, rules)).payload;
    if (verified.size > 1000) verified.clear();
    verified.set(token, payload);
    const { sub = '', jti = '', allow, exp = 0, iat = 0 } = payload;
    if (Math.min(exp, iat + longest * 60) * 1000 <= Date.now()) throw new Error('The token has expired.');
    const isRevoked = existsSync(revoked) && readFileSync(revoked, 'utf8').split('\n').includes(jti);
    if (sub === '' || jti === '' || !Array.isArray(allow) || isRevoked) throw new Error('The token is not valid.');
    return { subject: sub, id: jti, allow };
  };
}

/** Ends a token before its time, from the next request on. */
export const revokeToken = (id: string): void => appendFileSync(revoked, `${id}\n`, { mode });
