import type { Answered } from '../fixtures/platform/client.ts';

/** A whole answer of the platform, as JSON. */
export interface AnswerExample {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly result: unknown;
  readonly paging?: unknown;
}

/** How much of a list or a map an example shows. */
const maxEntries = { list: 1, map: 4, inner: 2 };

/** What another run answers otherwise, by the name of the member. */
const fixed: Readonly<Record<string, unknown>> = {
  processingtime: 0.004,
  cid: '3154455148505954051',
  domaintoken: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978',
  reporttoken: 'sr=3154455148505954051&sig=0123456789abcdef0123456789abcdef&se=1795525200',
  transactionID: '9041057263845590127',
  userhash: '0123456789abcdef0123456789abcdef',
};

/**
 * An answer without what changes from run to run: session and transaction IDs, tokens, the time
 * that the call took, and the platform's own address. Lists and maps are cut to their first
 * entries.
 */
export function stableAnswer(
  { metadata, result, paging }: Answered,
  as: string | undefined,
): AnswerExample {
  const cut = cutResult(result, as);
  return stable({ metadata, result: cut, ...(paging && { paging }) }) as AnswerExample;
}

function cutResult(result: Answered['result'], as: string | undefined): unknown {
  if (as === 'map') return Object.fromEntries(Object.entries(result).slice(0, maxEntries.map));
  return as === 'list' ? result.slice(0, maxEntries.list) : result;
}

function stable(value: unknown): unknown {
  if (typeof value === 'string') return stableText(value);
  if (Array.isArray(value)) return value.slice(0, maxEntries.inner).map(stable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fixed[name] ?? stable(member)]),
  );
}

const stableText = (text: string): string =>
  text
    .replace(/^http:\/\/127\.0\.0\.1:\d+/, 'https://api.example.com')
    .replace(/([?&]state=)[\w-]+/, '$1fHDrCnTGPnJxBmLjGrh-KnFvDkv4tQFB');

/** The keys and kinds of a value, without the values. A list has the shape of its first entry. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}
