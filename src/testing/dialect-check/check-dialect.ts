import { defaultDialect } from '../../dialect/default-dialect.ts';
import { InputError } from '../../errors/input-error.ts';
import type { Dialect } from '../../index.ts';
import { domainOf } from '../../session/settings.ts';
import { checkSession } from './check-session.ts';
import { createDialectCheck } from './dialect-check.ts';
import type { DialectFinding } from './finding.ts';
import type { CheckedItem } from './judge-answers.ts';
import { openSession } from './open-session.ts';
import { createWire } from './wire.ts';

export type { CheckedPart, DialectFinding, Judgement, Verdict } from './finding.ts';
export type { CheckedItem } from './judge-answers.ts';

/** What a check of a dialect may know of the platform. */
export interface CheckDialectOptions {
  /** The domain that calls are signed for. Default: as for `createUsher`. */
  readonly domain?: number | string | undefined;
  /**
   * Items to ask for. With a free and a paid one, `readItemState` fails when it confuses them.
   * Default: the first item of the list that the platform answers.
   */
  readonly items?: readonly CheckedItem[] | undefined;
}

/**
 * Asks a live platform, and says of each part of a dialect whether it read the answer. It opens a
 * session without a login, keeps it alive, asks for a list, the incidents and the state of items,
 * makes two errors on purpose, and logs its own session out. It logs nobody in and buys nothing.
 *
 * @param baseUrl the platform's address, as for `createUsher`.
 * @param dialect the parts that replace the defaults. Default: none.
 * @returns one finding for each part, in the order of the calls.
 * @throws {InputError} `input`, for an address or a domain that is none.
 * @throws {NetworkError} `network`, when there is no answer within 15 s.
 * @example const findings = await checkDialect('https://api.example.com/v3.1/741', dialect);
 *   const failed = findings.filter(({ verdict }) => verdict === 'failed');
 */
export async function checkDialect(
  baseUrl: string,
  dialect: Partial<Dialect> = {},
  { domain, items = [] }: CheckDialectOptions = {},
): Promise<readonly DialectFinding[]> {
  if (!/^https?:\/\/[^/?#@]+\/[^?#]*$/.test(baseUrl)) refuse('baseUrl', baseUrl);
  if (domain !== undefined && !/^\d+$/.test(String(domain))) refuse('domain', domain);
  const check = createDialectCheck(createWire(baseUrl), { ...defaultDialect, ...dialect });
  const session = await openSession(check, domainOf(baseUrl, domain));
  if (session) await checkSession(check, session, items);
  return check.findings();
}

const allowed = {
  baseUrl: 'an http(s) address with a path, no user, query or fragment',
  domain: 'the digits of a domain ID',
} as const;

function refuse(field: keyof typeof allowed, value: unknown): never {
  throw new InputError('checkDialect', field, value, allowed[field]);
}
