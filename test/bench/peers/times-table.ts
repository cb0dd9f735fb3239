import { median } from '../median.ts';
import type { Load } from './load-page.ts';

/** A column of the tables. */
export interface Condition {
  readonly name: string;
}

/** The loads of a page, in the order of the conditions. */
export interface TimedSubject {
  readonly title: string;
  readonly words: string;
  readonly bytes: number;
  readonly settings: readonly { readonly first: readonly Load[]; readonly next: readonly Load[] }[];
}

export interface Circumstances {
  /** As `2026-11-27`. */
  readonly date: string;
  readonly browser: string;
  readonly runs: number;
}

/** The tables of the first and of the next page, as Markdown. */
export function printTimes(
  subjects: readonly TimedSubject[],
  conditions: readonly Condition[],
  { date, browser, runs }: Circumstances,
): string {
  const tableOf = (page: 'first' | 'next'): string =>
    printTable(
      ['library', 'requests', ...conditions.map(({ name }) => name)],
      subjects.map(({ title, settings }) => [
        title,
        requestsOf(settings.flatMap((setting) => setting[page])),
        ...settings.map((setting) => cellOf(setting[page])),
      ]),
    );
  return [
    `The figures are of ${date}, with ${browser}: medians of ${runs} runs in milliseconds, from ` +
      'the end of the document’s response until the session is usable. In brackets: until its ' +
      'first request is sent.',
    'The first page, with an empty cache:',
    tableOf('first'),
    'The next page, with the scripts in the cache:',
    tableOf('next'),
    'What each page does, and the bytes of the script that it loads first:',
    printTable(
      ['library', 'bytes', 'what its page does'],
      subjects.map(({ title, bytes, words }) => [title, bytes.toLocaleString('en'), words]),
    ),
  ].join('\n\n');
}

/** As `70 (15)`, or `8` for a page that sends nothing. */
function cellOf(loads: readonly Load[]): string {
  const usable = median(loads.map(({ usableMs }) => usableMs)).toFixed(0);
  const sent = loads.flatMap(({ sentMs }) => sentMs ?? []);
  return sent.length > 0 ? `${usable} (${median(sent).toFixed(0)})` : usable;
}

/** The most that a page sent, as `1 + 1 preflight`. */
function requestsOf(loads: readonly Load[]): string {
  const requests = Math.max(...loads.map((load) => load.requests));
  const preflights = Math.max(...loads.map((load) => load.preflights));
  if (preflights === 0) return String(requests);
  return `${requests} + ${preflights} preflight${preflights > 1 ? 's' : ''}`;
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
