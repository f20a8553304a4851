import type { Status } from '../shared/api.js';
import { h } from './dom.js';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const units: readonly (readonly [unit: 'day' | 'hour' | 'minute', seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function ago(iso: string, now = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['minute', 60];
  return seconds < 60 ? 'just now' : relative.format(-Math.floor(seconds / size), unit);
}

export const timeOf = (now = new Date()): string =>
  new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);

const words: Readonly<Record<Status, string>> = {
  online: 'Online',
  offline: 'Offline',
  restarting: 'Restarting',
  other: 'Unknown',
};

export const statusPill = (status: Status): HTMLElement => h('span', { class: `status ${status}` }, words[status]);
