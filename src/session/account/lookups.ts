import type { ValuesOf } from '../../contract/endpoint.ts';
import { session } from '../../contract/session.ts';
import type { sessionRows } from '../../contract/session.ts';
import { member, numberOf, textOf } from '../../dialect/readers.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import type { Request, RequestOptions } from '../calls/request.ts';

/** The weather at a place. */
export interface Weather {
  readonly temperature: number;
  /** `c` or `f`. */
  readonly unit: string;
  /** A code for programs, for example `cloudy`. */
  readonly code: string;
  /** The same as a text for people. */
  readonly text: string;
}

export async function fetchWeather(
  request: Request,
  values: ValuesOf<typeof sessionRows.currentweather>,
  options?: RequestOptions,
): Promise<Weather> {
  const { result } = await request(session, 'currentweather', values, options);
  const temperature = numberOf(member(result, 'general', 'temperature'));
  if (temperature === undefined) {
    throw new MalformedError('session/currentweather: the answer holds no temperature');
  }
  const word = (name: string): string => textOf(member(result, 'general', name)) ?? '';
  return { temperature, unit: word('unit'), code: word('code'), text: word('text') };
}

export async function fetchDirectoryLoginUrl(
  request: Request,
  values: ValuesOf<typeof sessionRows.generatedirectoryloginurl>,
  options?: RequestOptions,
): Promise<string> {
  const { result } = await request(session, 'generatedirectoryloginurl', values, options);
  const url = textOf(member(result, 'general', 'url'));
  if (!url || !/^https?:\/\//i.test(url)) {
    throw new MalformedError('session/generatedirectoryloginurl: the answer holds no address');
  }
  return url;
}
