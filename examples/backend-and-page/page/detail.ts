import type { DeviceDetail, Failure, User } from '../shared/api.js';
import { api, failureOf } from './api.js';
import { announce, button, h, part } from './dom.js';
import { update } from './list.js';
import { ago, statusPill } from './words.js';

const view = part('detail', HTMLElement);
let current = new AbortController();
let user: User | undefined;
let onFailure: (failure: Failure) => void = () => {};

const back = (): HTMLElement => h('a', { href: '/', class: 'back' }, 'All devices');

function draw(device: DeviceDetail): HTMLElement {
  const fact = (term: string, ...value: (Node | string)[]) => h('div', {}, h('dt', {}, term), h('dd', {}, ...value));
  const title = h('h2', { tabindex: '-1' }, device.name);
  document.title = device.name;
  view.replaceChildren(
    h(
      'article',
      { class: 'card' },
      back(),
      h('div', { class: 'head' }, title, statusPill(device.status)),
      h(
        'dl',
        {},
        fact('Site', device.site),
        fact('Application', device.application),
        fact('Last seen', h('time', { datetime: device.lastSeenAt }, ago(device.lastSeenAt))),
        fact('Software', device.updateDue ? 'Update due' : 'Up to date'),
      ),
      user?.mayRename
        ? renameForm(device)
        : h('p', { class: 'muted note' }, 'You can look. An operator can rename devices.'),
    ),
  );
  return title;
}

function renameForm(device: DeviceDetail): HTMLElement {
  const field = h('input', {
    id: 'name',
    name: 'name',
    required: '',
    maxlength: '60',
    autocomplete: 'off',
    'aria-describedby': 'rename-problem',
  });
  const problem = h('p', { id: 'rename-problem', class: 'problem', role: 'alert' });
  const form = h(
    'form',
    { id: 'rename' },
    h('label', { for: 'name' }, 'Name'),
    h('div', { class: 'inline' }, field, h('button', { type: 'submit' }, 'Rename')),
    problem,
  );
  if (field instanceof HTMLInputElement) field.value = device.name;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!(field instanceof HTMLInputElement)) return;
    problem.replaceChildren();
    form.ariaBusy = 'true';
    try {
      const renamed = await api.rename(device.id, field.value);
      update(renamed);
      draw(renamed).focus();
      announce(`The device is called ${renamed.name} now.`);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) return;
      problem.replaceChildren(failure.message, ' ');
      if (failure.problem === 'unclear') problem.append(button('Check now', () => void openDevice(device.id)));
      onFailure(failure);
    } finally {
      form.ariaBusy = 'false';
    }
  });
  return form;
}

export function startDetail(whenItFails: (failure: Failure) => void): void {
  onFailure = whenItFails;
}

export function setUser(signedIn: User | undefined): void {
  user = signedIn;
}

/** Loads a device and shows it; what is shown of it already stays until then. */
export async function openDevice(id: string, { focus = true } = {}): Promise<void> {
  current.abort();
  current = new AbortController();
  view.ariaBusy = 'true';
  const { signal } = current;
  try {
    const device = await api.device(id, signal);
    const title = draw(device);
    update(device);
    if (focus) title.focus();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) return;
    const again = button('Try again', () => void openDevice(id));
    view.replaceChildren(
      h(
        'article',
        { class: 'card' },
        back(),
        h('div', { class: 'problem', role: 'alert' }, h('p', {}, h('strong', {}, failure.message))),
        again,
      ),
    );
    onFailure(failure);
  } finally {
    if (!signal.aborted) view.ariaBusy = 'false';
  }
}

export function closeDevice(): void {
  current.abort();
  document.title = 'Devices';
  view.replaceChildren(h('div', { class: 'hint muted' }, h('p', {}, 'Choose a device to see more of it.')));
}
