import { expect, test } from '@playwright/test';
import { payment } from '../../src/contract/payment.ts';
import { session as sessionArea } from '../../src/contract/session.ts';
import { UsherError } from '../../src/errors/usher-error.ts';
import { createRequest } from '../../src/session/request.ts';
import { createHeldSession, recordOf, savedSession } from '../fixtures/session/held-session.ts';

const ofUser = savedSession('7', { user: { id: '17', name: 'ada' } as never });

/** Makes calls in a session, which all fail with an error. */
function createFailing(failure: UsherError, session = ofUser) {
  const { context, run } = createHeldSession('device', recordOf({ session }));
  let reads = 0;
  const readRecord = async (): Promise<undefined> => {
    reads++;
    return undefined;
  };
  Object.assign(context.browser, { readRecord });
  const loadChunk = async (): Promise<never> => {
    throw new UsherError('network', 'the chunk is lost');
  };
  Object.assign(context, { loadChunk });
  const viewerSignal = new AbortController().signal;
  const driver = { context, ready: async () => session, getViewerSignal: () => viewerSignal };
  const request = createRequest(driver as never, async (_call, options) => {
    await options!.obtainCredentials!();
    throw failure;
  });
  const codeOf = (calling: Promise<unknown>): Promise<unknown> =>
    run(() => calling.catch(({ code }: UsherError) => code));
  return {
    read: () => codeOf(request(sessionArea, 'currentweather', { lat: 1, lng: 1 })),
    change: () => codeOf(request(payment, 'redeemvoucher', { vouchercode: 'A' })),
    reads: () => reads,
  };
}

for (const [who, session] of [
  ['a user', ofUser],
  ['a viewer without a user', savedSession('7')],
] as const) {
  test(`each change for ${who} is compared with IndexedDB, and only the first read of a page`, async () => {
    const { read, change, reads } = createFailing(new UsherError('timeout', 'late'), session);
    await read();
    await read();
    expect(reads()).toBe(1);
    await change();
    await change();
    expect(reads()).toBe(3);
  });
}

test('a change whose session is lost says so, also when the code for it cannot be loaded', async () => {
  const { read, change } = createFailing(new UsherError('session-lost', 'gone'));
  expect(await change()).toBe('session-lost');
  expect(await read()).toBe('network');
});

test('a prerendered page requests static details only when it is shown', async () => {
  const { context, run } = createHeldSession('device', recordOf({ session: ofUser }));
  let show!: () => void;
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  Object.assign(context.browser, { page: { ...context.browser.page, activated: () => shown } });
  const viewerSignal = new AbortController().signal;
  const driver = { context, ready: async () => ofUser, getViewerSignal: () => viewerSignal };
  let sent = 0;
  const request = createRequest(driver as never, async (_call, options) => {
    await options!.obtainCredentials!();
    sent++;
    return { status: 200 } as never;
  });
  const details = request(sessionArea, 'staticdetails');
  await run(() => Promise.resolve());
  expect(sent).toBe(0);
  show();
  await run(() => details);
  expect(sent).toBe(1);
});
