import { hash, hex, mixBits } from './chance.ts';

/** An IPv4 address of a private network. */
export function ipv4Of(number: number): string {
  return `10.${number & 255}.${(number >>> 8) & 255}.${1 + ((number >>> 16) % 254)}`;
}

/** A digest of 40 hexadecimal digits, as SHA-1 has them. */
export function digestOf(number: number): string {
  return [0, 1, 2, 3, 4].map((part) => hex(hash(number, part))).join('');
}

/** A name as a part of a URL: `ada-lindqvist`. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** A UUID, version 4, that begins with the number. */
export function uuidOf(number: number): string {
  const digits = [0, 1, 2, 3].map((part) => hex(part === 0 ? number : hash(number, part))).join('');
  const variant = hex(mixBits(number)).slice(0, 3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${variant}-${digits.slice(20)}`;
}
