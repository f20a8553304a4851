import type { Failure, User } from '../shared/api.js';
import { ApiError, api, failureOf } from './api.js';
import { closeDevice, openDevice, setUser, startDetail } from './detail.js';
import { part } from './dom.js';
import { choose, clearList, loadList, startList } from './list.js';
import { hideLogin, showLogin, startLogin } from './login.js';

const bar = part('bar', HTMLElement);
const devices = part('devices', HTMLElement);

const openId = (): string | undefined => {
  const [, id] = /^\/devices\/([^/]+)$/.exec(location.pathname) ?? [];
  return id && decodeURIComponent(id);
};

/** Shows what the address says: the list, or the list and a device. */
function show(): void {
  const id = openId();
  devices.classList.toggle('open', id !== undefined);
  if (id === undefined) closeDevice();
  choose(id);
  if (id !== undefined) void openDevice(id);
}

function signedIn(user: User): void {
  hideLogin();
  setUser(user);
  part('who', HTMLElement).textContent = user.name;
  bar.hidden = devices.hidden = false;
  document.title = 'Devices';
  part('list-title', HTMLElement).focus();
  void loadList();
  show();
}

function signedOut(why?: string): void {
  bar.hidden = devices.hidden = true;
  setUser(undefined);
  clearList();
  closeDevice();
  // Whoever has to sign in again finds the same device open; whoever signed out leaves no trace.
  if (why === undefined) history.replaceState(null, '', '/');
  showLogin(why);
}

function whenItFails({ problem }: Failure): void {
  if (problem === 'signed_out') signedOut('Your session has ended. Please sign in again.');
}

startLogin(signedIn);
startList(whenItFails);
startDetail(whenItFails);

part('refresh', HTMLButtonElement).addEventListener('click', async () => {
  const id = openId();
  if ((await loadList()) && id !== undefined) await openDevice(id, { focus: false });
});
part('sign-out', HTMLButtonElement).addEventListener('click', async () => {
  try {
    await api.signOut();
    signedOut();
  } catch (error) {
    part('list-problem', HTMLElement).textContent = failureOf(error)?.message ?? '';
  }
});

// Links within the page need no new document.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  show();
});
addEventListener('popstate', show);

try {
  signedIn(await api.user());
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  showLogin(error.problem === 'signed_out' ? '' : error.message);
}
