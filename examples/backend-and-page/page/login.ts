import type { User } from '../shared/api.js';
import { api, failureOf } from './api.js';
import { part } from './dom.js';

const view = part('login', HTMLElement);
const form = part('login-form', HTMLFormElement);
const user = part('user', HTMLInputElement);
const password = part('password', HTMLInputElement);
const problem = part('login-problem', HTMLElement);

export function startLogin(onSignedIn: (user: User) => void): void {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    form.ariaBusy = 'true';
    try {
      onSignedIn(await api.signIn(user.value, password.value));
    } catch (error) {
      problem.textContent = failureOf(error)?.message ?? '';
      password.select();
    } finally {
      form.ariaBusy = 'false';
      if (view.hidden) form.reset();
    }
  });
}

export function showLogin(why = ''): void {
  document.title = 'Sign in';
  view.hidden = false;
  problem.textContent = why;
  user.focus();
}

export function hideLogin(): void {
  view.hidden = true;
}
