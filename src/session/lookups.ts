import type { Clock } from '../browser/clock.ts';
import type { ValuesOf } from '../contract/endpoint.ts';
import { session } from '../contract/session.ts';
import type { sessionRows } from '../contract/session.ts';
import { member, numberOf, textOf } from '../dialect/readers.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import type { Request, RequestOptions } from './request.ts';

/** The weather at a place. */
export interface Weather {
  readonly temperature: number;
  /** `c` or `f`. */
  readonly unit: string;
  /** A word for machines, as `cloudy`. */
  readonly code: string;
  /** The same for people. */
  readonly text: string;
}

/** A report token and its end in ms since 1970. */
export interface ReportToken {
  readonly token: string;
  readonly until: number;
}

/** A report token is not used in its last minute. */
const spareMs = 60_000;

/** The report token; the one at hand while it lasts. Its `se=` part is its end in unix seconds. */
export async function fetchReportToken(request: Request, clock: Clock, known: ReportToken | undefined, options?: RequestOptions): Promise<ReportToken> {
  if (known && clock.now() < known.until - spareMs) return known;
  const { result } = await request(session, 'reporttoken', {}, options);
  const token = textOf(member(result, 'general', 'reporttoken')) ?? textOf(result);
  if (!token) throw new MalformedError('session/reporttoken: the answer holds no token');
  return { token, until: Number(/(?:^|&)se=(\d+)/.exec(token)?.[1] ?? 0) * 1000 };
}

export async function fetchWeather(request: Request, values: ValuesOf<typeof sessionRows.currentweather>, options?: RequestOptions): Promise<Weather> {
  const { result } = await request(session, 'currentweather', values, options);
  const temperature = numberOf(member(result, 'general', 'temperature'));
  if (temperature === undefined) throw new MalformedError('session/currentweather: the answer holds no temperature');
  const word = (name: string): string => textOf(member(result, 'general', name)) ?? '';
  return { temperature, unit: word('unit'), code: word('code'), text: word('text') };
}

export async function fetchDirectoryLoginUrl(request: Request, values: ValuesOf<typeof sessionRows.generatedirectoryloginurl>, options?: RequestOptions): Promise<string> {
  const { result } = await request(session, 'generatedirectoryloginurl', values, options);
  const url = textOf(member(result, 'general', 'url'));
  if (!url || !/^https?:\/\//i.test(url)) throw new MalformedError('session/generatedirectoryloginurl: the answer holds no address');
  return url;
}
