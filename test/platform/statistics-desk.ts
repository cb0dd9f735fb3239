import { openPage, send } from './client.ts';
import type { Answered, Page } from './client.ts';

/**
 * A key and its figure, in the order of the answer's text: an object of JavaScript would sort what
 * looks like a number.
 */
export function entriesOf({ text }: Answered): [string, number][] {
  const result = /"result":\{(.*?)\}/.exec(text)![1]!;
  return [...result.matchAll(/"((?:[^"\\]|\\.)*)":(-?[\d.]+)/g)].map(([, key, figure]) => [
    key!,
    Number(figure),
  ]);
}

export const sumOf = (answered: Answered): number =>
  entriesOf(answered).reduce((sum, [, figure]) => sum + figure, 0);

export interface Reporting extends Page {
  readonly token: string;
  /** Sends a report as a page does: JSON as text, without a preflight. */
  report(
    events: unknown,
    more?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answered>;
  /** Asks for statistics; of videos, if nothing else is said. */
  ask(name: string, parameters?: Record<string, string>): Promise<Answered>;
}

/** Opens a session that reports what is played, and reads the statistics. */
export async function openReporting(
  url: string,
  domain: number,
  form: Record<string, string> = {},
): Promise<Reporting> {
  const page = await openPage(url, domain, form);
  const token: string = (await page.call('/session/reporttoken')).result.general.reporttoken;
  return {
    ...page,
    token,
    report: (events, more = {}, headers = {}) =>
      sendReport(url, { reporttoken: token, events, ...more }, headers),
    ask: (name, parameters = {}) =>
      page.call(
        `/statistics/${name}?${new URLSearchParams({ streamtype: 'video', ...parameters })}`,
      ),
  };
}

export function sendReport(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  return send(`${url}/__report`, {
    json: body,
    headers: { 'Content-Type': 'text/plain', ...headers },
  });
}

/** Unix seconds of a moment. */
export const secondsAt = (moment: string): number => Date.parse(moment) / 1000;
