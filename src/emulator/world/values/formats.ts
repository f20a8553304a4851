import { hash, hex, mixBits } from './chance.ts';

/** A version such as `2.11.4`. */
export function versionOf(number: number): string {
  return `${number % 4}.${(number >>> 4) % 20}.${(number >>> 8) % 10}`;
}

/** An IPv4 address of a private network. */
export function ipv4Of(number: number): string {
  return `10.${number & 255}.${(number >>> 8) & 255}.${1 + ((number >>> 16) % 254)}`;
}

/** An IPv6 address of the block that is reserved for examples. */
export function ipv6Of(number: number): string {
  return `2001:db8::${(number & 0xffff).toString(16)}:${(number >>> 16).toString(16)}`;
}

/** A MAC address that no manufacturer has. */
export function macOf(number: number): string {
  return ['02', '00', ...(hex(number).match(/../g) ?? [])].join(':');
}

/** A digest of 40 hexadecimal digits, as SHA-1 has them. */
export function digestOf(number: number): string {
  return Array.from({ length: 5 }, (_, part) => hex(hash(number, part))).join('');
}

/** A phone number of a fictional area. */
export function phoneOf(number: number): string {
  return `+1555${String(1_000_000 + (number % 9_000_000))}`;
}

/** A colour such as `#1f77b4`. */
export function colourOf(number: number): string {
  return `#${hex(number).slice(0, 6)}`;
}

/** A name as a part of a URL: `ada-lindqvist`. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** An address at a domain that is reserved for examples. */
export function emailOf(name: string): string {
  return `${slugOf(name)}@example.com`;
}

/** A UUID, version 4, that begins with the number. */
export function uuidOf(number: number): string {
  const digits = [0, 1, 2, 3].map((part) => hex(part === 0 ? number : hash(number, part))).join('');
  const variant = hex(mixBits(number)).slice(0, 3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${variant}-${digits.slice(20)}`;
}
