import { expect, test } from '@playwright/test';
import { ChunkError } from '../../../src/errors/chunk-error.ts';
import { openAndActivate } from '../../../src/session/opening/open-session.ts';
import { prepareOpening } from '../../../src/session/opening/opening-state.ts';
import { refresh } from '../../../src/session/storage/persistence.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import type { Sequence } from '../../world/generate.ts';
import { loadCode, usualHabits } from '../../world/pages.ts';
import { runSequence } from '../../world/run.ts';
import { usualSite } from '../../world/site.ts';

// The platform gives a device its last session again. Pages whose references name two users open at
// the same moment, so no page can know whom the platform has given it to last.
const sequence: Sequence = {
  seed: 616233340,
  habits: { ...usualHabits, ids: 'again', renames: true },
  site: { ...usualSite, reference: 0 },
  isFresh: true,
  events: [
    { does: 'start', tab: 0 },
    { does: 'wait', ms: 558 },
    { does: 'publish', site: { ...usualSite, reference: 1 } },
    { does: 'open', tab: 1 },
    { does: 'sleep', ms: 1_200_000 },
    { does: 'wait', ms: 42 },
    { does: 'reload', tab: 1 },
  ],
};

test('a page reads nothing in a session that the platform gave to another user at that moment', async () => {
  const code = await loadCode();
  for (let turn = 0; turn < 20; turn++) {
    const { world } = await runSequence({ ...sequence, seed: sequence.seed + turn }, code);
    const answers = world.facts.sent.filter(
      ({ id, status }) => id === 'allmedia/latest' && status === 200,
    );
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter(({ user, shownUser }) => user !== shownUser)).toEqual([]);
  }
});

/** An opening whose request has left. */
const sentOpening = {
  kind: 'sent',
  deviceHash: '',
  before: undefined,
  reference: undefined,
  callReference: undefined,
  cancel() {},
  releaseClaim() {},
} as const;

/** A page whose opening fails, and that cannot load the code for that. */
async function cutOffPage() {
  const { stores, context, run } = createHeldSession();
  let sent = 0;
  let comeOnline = (): void => {};
  const page = {
    activated: async () => {},
    on(_type: string, listener: () => void) {
      comeOnline = listener;
      return () => (comeOnline = () => {});
    },
  };
  const fetch = (): Promise<never> => {
    sent++;
    return Promise.reject(new Error('offline'));
  };
  Object.assign(context.browser, { page, fetch });
  const loadChunk = (name: string) => Promise.reject(new ChunkError(name, 'network'));
  Object.assign(context, { loadChunk });
  const received = Promise.resolve({ error: new Error('offline'), timedOut: false, endedAt: 1 });
  const startedAt = stores.clock.now();
  prepareOpening(context, { ...sentOpening, startedAt, received });
  const opened = run(() => openAndActivate(context, 'open', context.viewerController.signal));
  await expect(opened).rejects.toMatchObject({ code: 'network' });
  return { stores, context, sent: () => sent, comeOnline: () => comeOnline() };
}

test('a page that cannot load the code for failures opens a session again after 15 s', async () => {
  const { stores, context, sent } = await cutOffPage();
  expect(context.$session.get()).toMatchObject({
    status: 'offline',
    retryAt: stores.clock.now() + 15_000,
  });
  await stores.clock.advance(14_999);
  expect(sent()).toBe(0);
  await stores.clock.advance(1);
  expect(sent()).toBe(1);
});

test('it opens one at once when the browser is online again', async () => {
  const { stores, sent, comeOnline } = await cutOffPage();
  comeOnline();
  await stores.clock.advance(0);
  expect(sent()).toBe(1);
});

interface PageOfConsent {
  readonly wasPrerendered: boolean;
  readonly needsConsent: boolean;
  readonly hasEnded: boolean;
  /** What the device had when the page was prerendered. */
  readonly before: SessionRecord;
}

/** Where a page keeps its session that was prerendered, and is shown after another page stored. */
async function shownAfter(stored: SessionRecord | undefined, more: Partial<PageOfConsent> = {}) {
  const { stores, context, run } = createHeldSession('none');
  const { wasPrerendered = true, needsConsent = true, hasEnded, before } = more;
  Object.assign(context.settings, { needsConsent, fingerprint: 'a=1', baseUrl: '' });
  const page = { activated: async () => wasPrerendered, on: () => () => {} };
  const fetch = (): Promise<never> => Promise.reject(new Error('offline'));
  Object.assign(context.browser, { page, fetch });
  Object.assign(context, { hasEnded });
  if (before) {
    stores.store('device', before);
    refresh(context);
  }
  const opened = openAndActivate(context, 'open', context.viewerController.signal);
  if (stored) stores.store('device', stored);
  await run(() => opened.catch(() => {}));
  return { keptIn: context.persistence, id: context.current?.id };
}

test('a page that was prerendered before the viewer consented keeps its session on the device', async () => {
  const { now } = createHeldSession().stores.clock;
  const session = savedSession('7', { keptAliveAt: now(), fingerprint: 'a=1' });
  expect(await shownAfter(recordOf({ session }))).toEqual({ keptIn: 'device', id: '7' });
  const without = { keptIn: 'none', id: undefined };
  const erasure = recordOf({ deviceHash: '', erasedEpoch: 3, erasures: ['0.1'] });
  expect(await shownAfter(undefined)).toEqual(without);
  expect(await shownAfter(erasure)).toEqual(without);
  // The viewer had withdrawn an earlier consent.
  expect(await shownAfter(undefined, { before: erasure })).toEqual(without);
  const again = recordOf({ session, epoch: 4, erasedEpoch: 3, erasures: ['0.1'] });
  expect(await shownAfter(again, { before: erasure })).toEqual({ keptIn: 'device', id: '7' });
  for (const more of [{ wasPrerendered: false }, { needsConsent: false }, { hasEnded: true }]) {
    expect(await shownAfter(recordOf({ session }), more)).toEqual(without);
  }
});

test('a page that follows another tab shows what the answer to its own opening brought', async () => {
  const session = savedSession('7', { keptAliveAt: 1 });
  const { stores, context, run } = createHeldSession('device', recordOf({ session }));
  const before = stores.stored();
  const settings = { fingerprint: 'addPriceModel=1', domain: '741', init: {} };
  Object.assign(context.settings, settings);
  const result = { general: { cid: '7' }, pricemodel: { ppv: 1 } };
  const text = JSON.stringify({ metadata: { status: 200 }, result });
  const received = Promise.resolve({ status: 200, text, retryAfter: null, endedAt: 1 });
  Object.assign(context.browser, { page: { activated: async () => {} } });
  const startedAt = stores.clock.now();
  prepareOpening(context, { ...sentOpening, startedAt, before, received });
  const opened = openAndActivate(context, 'open', context.viewerController.signal);
  const others = savedSession('7', { keptAliveAt: 2, fingerprint: 'addSystemLists=1' });
  stores.store('device', recordOf({ revision: 1, session: others }));
  await run(() => opened);
  expect(context.current).toMatchObject({ keptAliveAt: 2, data: { pricemodel: { ppv: 1 } } });
});
