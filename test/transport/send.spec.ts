import { expect, test } from '@playwright/test';
import { requestInit } from '../../src/browser/request-init.ts';
import { createCallLog } from '../../src/transport/call-log.ts';
import { createSend } from '../../src/transport/send.ts';

/** Whether a call is sent with `keepalive`, which limits its body to 64 KB. */
async function isKeptAlive(id: string): Promise<boolean | undefined> {
  let given: RequestInit | undefined;
  const fetch = (async (_url: string, init: RequestInit) => {
    given = init;
    return new Response('{}');
  }) as typeof globalThis.fetch;
  const send = createSend(
    { fetch },
    requestInit,
    createCallLog({ now: () => 1, monotonic: () => 1 }),
  );
  const request = { id, url: 'https://a.example/b', method: 'POST', headers: {}, body: 'a=1' };
  await send(request as never, new AbortController().signal);
  return given?.keepalive;
}

test('only a logout outlives its page: another body may be longer than a browser allows then', async () => {
  expect(await isKeptAlive('session/logout')).toBe(true);
  expect(await isKeptAlive('payment/verifyinapptransaction')).toBe(false);
});
