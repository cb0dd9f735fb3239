import { expect, test } from '@playwright/test';
import { formatFault, parseFault } from '../../demo/platform/faults/fault.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { readFaults, unreadFaults } from '../fixtures/platform/fault-samples.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startTestPlatform({ history: false });
});
test.afterAll(() => platform.close());
test.afterEach(() => platform.faults.clear());

const init = (): Promise<Response> =>
  fetch(`${platform.url}/v3.1/9900/session/init`, { method: 'POST' });

/** The status of an opening, or why there is none. */
const outcome = (): Promise<number | 'lost'> => init().then(statusOf, () => 'lost');

/** The head of a lost answer may come; its body does not. */
async function statusOf(response: Response): Promise<number | 'lost'> {
  try {
    await response.text();
    return response.status;
  } catch {
    return 'lost';
  }
}

test('faults are read, and written as they are read', () => {
  for (const [text, fault] of readFaults) {
    expect(parseFault(text)).toEqual(fault);
    expect(parseFault(formatFault(parseFault(text)))).toEqual(fault);
  }
  const text = 'session/*: status 503, 2 times';
  expect(formatFault(parseFault(text))).toBe(text);
  for (const [wrong, said] of unreadFaults) {
    expect(() => parseFault(wrong), wrong).toThrow(said);
  }
});

test('a fault strikes so many calls of its endpoint, and no other', async () => {
  platform.faults.add('session/init: status 503, 2 times');
  expect(await outcome()).toBe(503);
  expect(platform.faults.list()).toEqual(['session/init: status 503, once']);
  const details = await fetch(`${platform.url}/v3.1/9900/session/staticdetails`, {
    method: 'POST',
  });
  expect(details.status).not.toBe(503);
  expect(await outcome()).toBe(503);
  expect(await outcome()).toBe(200);
  expect(platform.faults.list()).toEqual([]);
});

test('a lost answer is carried out, a lost request is not', async () => {
  const { result } = (await (await init()).json()) as { result: { general: { cid: string } } };
  const call = (name: string): Promise<number | 'lost'> =>
    fetch(`${platform.url}/v3.1/9900/session/${name}`, {
      method: 'POST',
      headers: { 'X-Request-CID': result.general.cid },
    }).then(statusOf, () => 'lost');
  platform.faults.add('session/logout: lose request, once');
  platform.faults.add('session/logout: lose answer, once');
  expect(await call('logout')).toBe('lost');
  expect(await call('keepalive')).toBe(200);
  expect(await call('logout')).toBe('lost');
  expect(await call('keepalive')).toBe(401);
});

test('a session is lost, an answer is unreadable, an answer is late', async () => {
  platform.faults.add('session/*: lose session, once');
  platform.faults.add('session/init: unreadable answer, once');
  platform.faults.add('session/init: delay 300ms, once');
  const lost = await init();
  expect(lost.status).toBe(401);
  expect(await lost.text()).toContain('X-Request-CID is unknown');
  expect(await (await init()).text()).toContain('<html>');
  const startedMs = performance.now();
  expect((await init()).status).toBe(200);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(299);
});

test('who runs the platform adds, lists and removes faults by HTTP; no other does', async () => {
  const address = platform.adminAddress('/__faults');
  const add = (body: string, url = address): Promise<Response> =>
    fetch(url, { method: 'POST', body });
  expect(await (await add('session/init: status 500')).json()).toEqual([
    'session/init: status 500',
  ]);
  expect(await outcome()).toBe(500);
  const refused = await add('session/init: explode');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ error: expect.stringContaining('names no fault') });
  expect(await (await fetch(address, { method: 'DELETE' })).json()).toEqual([]);
  expect(await outcome()).toBe(200);

  expect((await add('*: status 500', `${platform.url}/__faults?key=guess`)).status).toBe(404);
  expect(platform.faults.list()).toEqual([]);
});
