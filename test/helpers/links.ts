import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The anchor of a heading on GitHub and npm. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/[`*]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** A document without its code blocks. */
const prose = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^( *)```.*?^\1```$/gms, '');

const anchorsOf = (file: string): readonly string[] =>
  [...prose(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()));

/** The relative links of a Markdown document to files and headings (`file#anchor`, `#anchor`). */
export const relativeLinksOf = (file: string): readonly string[] =>
  [...prose(file).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((link) => !/^[a-z]+:/i.test(link));

/** The dead relative links of a document in its folder. */
export function deadLinksOf(document: string, folder: string): readonly string[] {
  return relativeLinksOf(join(folder, document)).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? normalize(document) : join(dirname(document), path);
    if (target.startsWith('..') || !existsSync(join(folder, target))) return true;
    return anchor !== undefined && !anchorsOf(join(folder, target)).includes(anchor);
  });
}
