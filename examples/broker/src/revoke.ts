// npm run -s revoke -- <token>
import { decodeJwt } from 'jose';
import { revokeToken } from './tokens.js';

revokeToken(String(decodeJwt(process.argv[2] ?? '').jti));
