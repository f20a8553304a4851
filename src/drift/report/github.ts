import { plural } from '../../base/words.ts';
import { ownCommand } from '../../graphql/files/commands.ts';
import { placeText } from '../../graphql/place.ts';
import { listed } from '../model/place-list.ts';
import { mostAnnotations } from './defaults.ts';
import { type DriftReport, headline } from './report.ts';
import { hint, plainText, type Row, type RowPlace, rowsOf, shortened } from './rows.ts';

/** Annotations as workflow commands of GitHub Actions: all rows at their first place, then at others, and the count of the rest. */
export function renderGithub(report: DriftReport): string {
  if (report.outcome === 'could-not-tell')
    return command('error', { title: 'Drift check: could not check' }, headline(report));
  const rows = rowsOf(report).filter(({ part, places }) => part !== 'accepted' && places.length > 0);
  const first = rows.flatMap((row) => row.places.slice(0, 1).map((place) => annotation(row, place)));
  const others = [
    ...rows.flatMap((row) => row.codePlaces.map((place) => codeAnnotation(row, place))),
    ...rows.flatMap((row) => row.places.slice(1).map((place) => annotation(row, place))),
  ];
  const left = rows.length - mostAnnotations;
  const rest = `${plural(left, 'more finding')} without an annotation: the summary of this job lists them, as does the report of \`${ownCommand()} check\`.`;
  const count = left > 0 ? command('notice', { title: 'Drift check' }, rest) : '';
  return [...first, ...others].slice(0, mostAnnotations).join('') + count;
}

function annotation(row: Row, place: RowPlace): string {
  const also = row.places.filter((it) => it !== place && place === row.places[0]);
  const message = [
    `${shortened(row.message)}${hint(row)}`,
    // A file that cannot be read has no operations.
    ...(place.text === '' ? [] : [`(${place.text})`]),
    ...(also.length === 0 ? [] : [`Also at ${listed(also.map(placeText), 3)}.`]),
  ].join(' ');
  return at(row, place, [row.label, row.subject].filter(Boolean).join(': ') || 'Your code', message);
}

function codeAnnotation(row: Row, place: RowPlace): string {
  return at(row, place, `Your code: ${row.subject}`, `${shortened(place.text)} ${shortened(row.message)}`);
}

function at({ level }: Row, { file, line, column }: RowPlace, title: string, message: string): string {
  return command(level, { file, line: String(line), col: String(column), title }, message);
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const escaped = (text: string) => plainText(text).replace(/%/g, '%25');
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escaped(value).replace(/:/g, '%3A').replace(/,/g, '%2C')}`,
  );
  return `::${level} ${list.join(',')}::${escaped(message)}\n`;
}
