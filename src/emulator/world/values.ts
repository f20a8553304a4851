import { type GraphQLLeafType, isEnumType } from 'graphql';
import { hash, hex, scatter } from './chance.ts';

/** The input of a leaf value. */
export interface LeafSource {
  /** The number of the leaf: always the same for the same leaf. */
  readonly number: number;
  /** The readable name of the object that the leaf belongs to. */
  readonly name: string;
  /** The name of the field; it decides which kind of text is made. */
  readonly field: string;
}

/** The start of the year of all emulated times. */
const start = Date.UTC(2026, 0, 1);
const secondsPerYear = 31_536_000;

/** A value of a scalar or enum type. The values of custom scalars are guessed from the name of the scalar. */
export function leafValue(type: GraphQLLeafType, source: LeafSource): unknown {
  const { number } = source;
  if (isEnumType(type)) {
    const current = type.getValues().filter((value) => value.deprecationReason == null);
    const values = current.length > 0 ? current : type.getValues();
    return values[number % values.length]?.value;
  }
  switch (type.name) {
    case 'Int':
      return number % 1000;
    case 'Float':
      return (number % 100_000) / 100;
    case 'Boolean':
      return number % 2 === 1;
    case 'ID':
      return `${source.field}_${hex(number)}`;
    case 'String':
      return textFor(source);
    default:
      return customValue(type.name, source);
  }
}

function moment(number: number): string {
  return new Date(start + (number % secondsPerYear) * 1000).toISOString();
}

function textFor({ number, name, field }: LeafSource): string {
  if (/^(name|title|label|slug|login|displayName)$/.test(field)) return name;
  if (/At$|[dD]ate$/.test(field)) return moment(number);
  if (/email$/i.test(field)) return `${name}@example.com`;
  if (/ur[il]$/i.test(field)) return `https://example.com/${name}`;
  if (/version$/i.test(field)) return `${number % 4}.${(number >>> 4) % 20}.${(number >>> 8) % 10}`;
  return `${field}-${hex(number)}`;
}

function customValue(scalar: string, source: LeafSource): unknown {
  const { number, name } = source;
  if (/date_?time|timestamp|instant/i.test(scalar)) return moment(number);
  if (/date$/i.test(scalar)) return moment(number).slice(0, 10);
  if (/time$/i.test(scalar)) return moment(number).slice(11);
  if (/ur[il]$/i.test(scalar)) return `https://example.com/${name}`;
  if (/uuid|guid/i.test(scalar)) return uuid(number);
  if (/json|object|map/i.test(scalar)) return { [source.field]: hex(number) };
  if (/int|long|short/i.test(scalar)) return number % 100_000;
  if (/float|double|decimal/i.test(scalar)) return (number % 100_000) / 100;
  if (/bool/i.test(scalar)) return number % 2 === 1;
  return textFor(source);
}

function uuid(number: number): string {
  const digits = [0, 1, 2, 3].map((part) => hex(part === 0 ? number : hash(number, part))).join('');
  const variant = hex(scatter(number)).slice(0, 3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${variant}-${digits.slice(20)}`;
}
