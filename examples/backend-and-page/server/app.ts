import { type ControlClient, isControlApiError } from 'control-api-sdk';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import type { Failure, User } from '../shared/api.js';
import { readAssets } from './assets.js';
import { listDevices, readDevice, renameDevice } from './devices.js';
import { ProblemError, toProblem } from './problem.js';
import { sameOrigin } from './same-origin.js';
import { type Session, Sessions } from './sessions.js';
import { Tries } from './tries.js';
import { type Accounts, findAccount } from './users.js';

export interface AppOptions {
  /** The only thing here that holds the key. */
  readonly control: ControlClient;
  readonly accounts: Accounts;
  readonly origin: string;
  readonly now?: () => number;
  readonly log?: (line: string) => void;
}

const shown = ({ user, role }: Session): User => ({ name: user, mayRename: role === 'operator' });

/** A text field of a JSON body. */
async function field(context: Context, name: string): Promise<string> {
  const body: unknown = await context.req.json().catch(() => undefined);
  const value =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name) : undefined;
  if (typeof value?.[1] !== 'string') throw new ProblemError('invalid', `The field \`${name}\` is missing.`);
  return value[1];
}

function tooLong(): never {
  throw new ProblemError('invalid', 'The request is too long.');
}

export function createApp({ control, accounts, origin, now = Date.now, log = console.error }: AppOptions): Hono {
  const app = new Hono();
  const sessions = new Sessions(now);
  const tries = new Tries(now);
  const secure = origin.startsWith('https:');
  const cookie = secure ? '__Host-session' : 'session';

  function sessionOf(context: Context): Session {
    const session = sessions.find(getCookie(context, cookie));
    if (!session) throw new ProblemError('signed_out', 'Please sign in.');
    return session;
  }

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: secure ? 'max-age=31536000' : false,
    }),
  );
  app.use('/api/*', sameOrigin(origin), bodyLimit({ maxSize: 10_000, onError: tooLong }), async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });

  app.post('/api/session', async (context) => {
    const [user, password] = [await field(context, 'user'), await field(context, 'password')];
    if (!tries.begin(user)) throw new ProblemError('too_many_tries', 'Too many tries. Wait a minute.');
    const account = await findAccount(accounts, user, password);
    if (!account) throw new ProblemError('wrong_password', 'The name or the password is wrong.');
    tries.succeeded(user);
    sessions.end(getCookie(context, cookie));
    setCookie(context, cookie, sessions.begin(user, account.role), {
      httpOnly: true,
      sameSite: 'Strict',
      secure,
      path: '/',
    });
    return context.json(shown({ user, role: account.role, until: 0 }));
  });
  app.delete('/api/session', (context) => {
    sessions.end(getCookie(context, cookie));
    deleteCookie(context, cookie, { secure, path: '/' });
    return context.json({});
  });
  app.get('/api/session', (context) => context.json(shown(sessionOf(context))));

  app.get('/api/devices', async (context) => {
    sessionOf(context);
    const { search, status, after } = context.req.query();
    return context.json(await listDevices(control, { search, status, after }, context.req.raw.signal));
  });
  app.get('/api/devices/:id', async (context) => {
    sessionOf(context);
    return context.json(await readDevice(control, context.req.param('id'), context.req.raw.signal));
  });
  app.patch('/api/devices/:id', async (context) => {
    if (sessionOf(context).role !== 'operator')
      throw new ProblemError('not_allowed', 'Only an operator can rename devices.');
    return context.json(await renameDevice(control, context.req.param('id'), await field(context, 'name')));
  });

  const assets = readAssets();
  app.get('*', (context) => {
    const { path } = context.req;
    // Each device has an address of its own, which is the page.
    const asset = assets.get(path.startsWith('/devices/') ? '/' : path);
    if (!asset) throw new ProblemError('not_found', 'There is no such page.');
    return context.body(asset.content, 200, { 'content-type': asset.type, 'cache-control': 'no-cache' });
  });

  app.onError((error, context) => {
    const { status, problem, message } = toProblem(error);
    // The SDK's messages hold neither the key nor variables. A page that went away is not a failure.
    if (isControlApiError(error)) error.code !== 'aborted' && log(`${error.code}: ${error.message}`);
    else if (!(error instanceof ProblemError)) log(String(error.stack));
    const failure: Failure = { problem, message };
    return context.json(failure, status);
  });
  app.notFound((context) =>
    context.json({ problem: 'not_found', message: 'There is no such path.' } satisfies Failure, 404),
  );
  return app;
}
