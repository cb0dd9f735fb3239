import { expect, test } from '@playwright/test';
import type { LoggedCall } from '../../demo/platform/call-log.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startPlatform({ quiet: true, log: true });
});
test.afterAll(() => platform.close());

const form = { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' };
const json = { 'Content-Type': 'application/json' };

const logged = async (ref: string): Promise<LoggedCall[]> =>
  (await (await fetch(`${platform.url}/__log?ref=${ref}`)).json()) as LoggedCall[];

for (const { title, query, init } of [
  { title: 'a form', query: '', init: { headers: form, body: 'gateway=tv&cfo=ref-form' } },
  { title: 'JSON', query: '', init: { headers: json, body: '{"cfo":"ref-JSON"}' } },
  { title: 'the query', query: '?cfo=ref-query', init: { headers: form, body: 'gateway=tv' } },
]) {
  test(`a reference in ${title} is returned, and finds the call in the log`, async () => {
    const ref = `ref-${title.split(' ').at(-1)}`;
    const address = `${platform.url}/v3.1/9042/session/init${query}`;
    const answer = await fetch(address, { method: 'POST', ...init });
    const { metadata } = (await answer.json()) as { metadata: { calledfor?: string } };
    expect(answer.status).toBe(200);
    expect(metadata.calledfor).toBe(ref);
    const calls = await logged(ref);
    expect(calls.map(({ method, path, ref: own }) => [method, path, own])).toEqual([
      ['POST', '/v3.1/9042/session/init', ref],
    ]);
  });
}

test('a reference is returned as it was given, whatever it has', async () => {
  for (const cfo of ['\u0000007', '\u00007', '\u0000kx', '"\u0000kx', '\u0000']) {
    const answer = await fetch(`${platform.url}/v3.1/9042/session/init`, {
      method: 'POST',
      body: new URLSearchParams({ cfo }),
    });
    const { metadata } = (await answer.json()) as { metadata: { calledfor?: string } };
    expect(metadata.calledfor, JSON.stringify(cfo)).toBe(cfo);
  }
});

test('a refused call is found too', async () => {
  const answer = await fetch(`${platform.url}/v3.1/9042/session/login`, {
    method: 'POST',
    headers: form,
    body: 'provider=manual&cfo=ref-refused',
  });
  const { metadata } = (await answer.json()) as { metadata: { calledfor?: string } };
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(metadata.calledfor).toBe('ref-refused');
  expect((await logged('ref-refused')).map(({ status }) => status)).toEqual([answer.status]);
});

test('an unused reference finds nothing', async () => {
  expect(await logged('ref-unheard-of')).toEqual([]);
});
