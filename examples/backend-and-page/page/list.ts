import type { Device, DevicePage, Failure } from '../shared/api.js';
import { api, failureOf } from './api.js';
import { announce, button, h, part } from './dom.js';
import { ago, statusPill, timeOf } from './words.js';

const view = part('list', HTMLElement);
const filter = part('filter', HTMLFormElement);
const search = part('search', HTMLInputElement);
const asOf = part('as-of', HTMLElement);
const problem = part('list-problem', HTMLElement);
const rows = part('rows', HTMLElement);
const more = part('more', HTMLButtonElement);

let devices: readonly Device[] = [];
let next: string | null = null;
let chosen: string | undefined;
let loadedAt: string | undefined;
let current = new AbortController();
let typing: ReturnType<typeof setTimeout> | undefined;
let onFailure: (failure: Failure) => void = () => {};

const row = ({ id, name, status, site, lastSeenAt, updateDue }: Device): HTMLElement =>
  h(
    'li',
    {},
    h(
      'a',
      {
        href: `/devices/${encodeURIComponent(id)}`,
        'data-device': id,
        ...(id === chosen && { 'aria-current': 'true' }),
      },
      h('span', { class: 'name' }, name),
      h('span', { class: 'muted where' }, `${site} · ${ago(lastSeenAt)}`),
      h('span', { class: 'marks' }, updateDue && h('span', { class: 'badge' }, 'Update due'), statusPill(status)),
    ),
  );

function draw(): void {
  rows.replaceChildren(...devices.map(row));
  if (devices.length === 0 && loadedAt)
    rows.append(h('li', { class: 'nothing' }, 'No device matches. Change the search or the status.'));
  more.hidden = next === null;
}

function drawCounts(counts: DevicePage['counts']): void {
  for (const [name, count] of Object.entries(counts)) part(`count-${name}`, HTMLElement).textContent = String(count);
}

function drawFailure({ message }: Failure): void {
  problem.replaceChildren(
    h(
      'div',
      { class: 'card problem' },
      h('p', {}, h('strong', {}, message), loadedAt ? ` The list is from ${loadedAt}.` : ''),
      button('Try again', () => void load()),
    ),
  );
  view.classList.toggle('stale', devices.length > 0);
}

function query(): Record<string, string> {
  const status = new FormData(filter).get('status');
  return {
    ...(search.value.trim() && { search: search.value.trim() }),
    ...(typeof status === 'string' && status && { status }),
  };
}

/** Loads the list, or its next page. A newer request ends an older one. */
async function load(after?: string): Promise<boolean> {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  view.ariaBusy = 'true';
  try {
    const page = await api.devices({ ...query(), ...(after && { after }) }, signal);
    devices = after ? [...devices, ...page.devices] : page.devices;
    next = page.next;
    loadedAt = timeOf();
    asOf.textContent = `As of ${loadedAt}`;
    problem.replaceChildren();
    view.classList.remove('stale');
    drawCounts(page.counts);
    draw();
    announce(`${devices.length} devices are shown.`);
    return true;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) return false;
    drawFailure(failure);
    onFailure(failure);
    return false;
  } finally {
    if (!signal.aborted) view.ariaBusy = 'false';
  }
}

export function startList(whenItFails: (failure: Failure) => void): void {
  onFailure = whenItFails;
  filter.addEventListener('submit', (event) => event.preventDefault());
  filter.addEventListener('change', () => void load());
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => void load(), 200);
  });
  more.addEventListener('click', async () => {
    const first = devices.length;
    if (next !== null && (await load(next))) rows.querySelectorAll('a')[first]?.focus();
  });
}

export const loadList = (): Promise<boolean> => load();

/** Marks the row of the open device; undefined for none. */
export function choose(id: string | undefined): void {
  const before = chosen;
  chosen = id;
  for (const link of rows.querySelectorAll('a')) {
    if (link.dataset['device'] === id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    if (id === undefined && link.dataset['device'] === before) link.focus();
  }
}

/** Shows a change that the page knows of, without asking again. */
export function update(device: Device): void {
  devices = devices.map((it) => (it.id === device.id ? device : it));
  draw();
}

/** Forgets everything: the next person to sign in sees nothing of the last one's. */
export function clearList(): void {
  current.abort();
  devices = [];
  next = null;
  loadedAt = undefined;
  filter.reset();
  asOf.textContent = '';
  problem.replaceChildren();
  draw();
}
