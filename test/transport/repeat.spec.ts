import { expect, test } from '@playwright/test';
import { NetworkError } from '../../src/errors/network-error.ts';
import { repeat } from '../../src/transport/repeat.ts';
import { createFakeClock } from '../fixtures/transport/fake-clock.ts';

/** A call whose first attempt failed, and some more. Returns what was logged, and its queries. */
async function repeated(
  call: object,
  { failures = 0, isAborted = false, abortsAtMs = Infinity } = {},
) {
  const clock = createFakeClock();
  const abort = new AbortController();
  if (isAborted) abort.abort();
  if (abortsAtMs < Infinity) clock.after(abortsAtMs, () => abort.abort());
  const logged: number[] = [];
  const queries: string[] = [];
  const given = { id: 'a/b', effect: 'read', query: '', ...call };
  const answer = repeat(
    {
      call: given as never,
      once() {
        queries.push(given.query);
        return queries.length > failures
          ? Promise.resolve('answer')
          : Promise.reject(new NetworkError());
      },
      browser: { clock, random: () => 0.5 },
      log: { fail: ({ attempt }) => void logged.push(attempt) },
      endAt: clock.monotonic() + 30_000,
      signal: abort.signal,
      end() {},
    },
    new NetworkError(),
  ).catch(({ code }: NetworkError) => code);
  await clock.advance(10_000);
  return { result: await answer, logged, queries };
}

test('a read is repeated up to three attempts, and a change never', async () => {
  expect(await repeated({})).toEqual({ result: 'answer', logged: [1], queries: [''] });
  expect(await repeated({}, { failures: 1 })).toMatchObject({ result: 'answer', logged: [1, 2] });
  expect(await repeated({}, { failures: 9 })).toMatchObject({
    result: 'network',
    logged: [1, 2, 3],
    queries: ['', ''],
  });
  expect(await repeated({ effect: 'change' })).toMatchObject({ result: 'network', queries: [] });
});

test('a read that is aborted, also during the wait, is not repeated', async () => {
  for (const options of [{ isAborted: true }, { abortsAtMs: 10 }]) {
    expect(await repeated({}, options)).toEqual({ result: 'network', logged: [1], queries: [] });
  }
});

test('a repeated search is not reported a second time', async () => {
  const query = async (id: string, given: string) =>
    (await repeated({ id, query: given })).queries[0];
  expect(await query('allmedia/byquery', 'skipReporting=0&limit=5')).toBe(
    'limit=5&skipReporting=1',
  );
  expect(await query('allmedia/byquery', '')).toBe('skipReporting=1');
  expect(await query('allmedia/latest', 'limit=5')).toBe('limit=5');
});
