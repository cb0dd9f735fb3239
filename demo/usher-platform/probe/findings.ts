import type { CheckedPart, Judgement } from '../../../src/testing/dialect-check/finding.ts';

export interface Assumption extends Judgement {
  /** What is assumed, in a sentence. */
  readonly claim: string;
  /** The part of the dialect that states it, or where else the runtime relies on it. */
  readonly part: CheckedPart | 'CORS';
}

/** The names of the envelope. */
export interface EnvelopeNames {
  readonly metadata: string;
  readonly result: string;
  readonly status: string;
  readonly hint: string;
  readonly paging: string;
}

/** How calls are authorized. */
export interface Authorization {
  readonly sessionHeader: string;
  /** Absent where calls are not signed. */
  readonly tokenHeader?: string | undefined;
  readonly hash: 'MD5' | 'SHA-1' | 'SHA-256';
  /** The secret is the whole token of init, not a part of it. */
  readonly isSecretUncut: boolean;
}

/** What differs from the default dialect. Whatever is absent does not. */
export interface Differences {
  /** What stands before the JSON of each answer. */
  prefix?: string;
  envelope?: EnvelopeNames;
  /** Members of results that have another place: from there to where the defaults read. */
  readonly moves: Map<string, string>;
  authorization?: Authorization;
  /** Statuses besides the default ones that mean so. */
  readonly lostStatuses: Set<number>;
  readonly notFoundStatuses: Set<number>;
  sendsReference?: false;
}

export const defaultNames: EnvelopeNames = {
  metadata: 'metadata',
  result: 'result',
  status: 'status',
  hint: 'errorhint',
  paging: 'paging',
};

export const defaultAuthorization: Authorization = {
  sessionHeader: 'X-Request-CID',
  tokenHeader: 'X-Request-Token',
  hash: 'MD5',
  isSecretUncut: false,
};

/** How many of the parts of an authorization are not the default ones. */
export function deviation(one: Authorization): number {
  const names = ['sessionHeader', 'tokenHeader', 'hash', 'isSecretUncut'] as const;
  return names.filter((name) => one[name] !== defaultAuthorization[name]).length;
}

export const createDifferences = (): Differences => ({
  moves: new Map(),
  lostStatuses: new Set(),
  notFoundStatuses: new Set(),
});
