import { expect } from 'chai';
import type { InPageProvider, PurchaseState } from '../../src/index.ts';
import { createFakeUsher } from '../../src/testing/create-fake-usher.ts';
import { eraseJournal } from '../fixtures/checkout/payment-platform.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  sessionResult,
  unreachable,
  userResult,
  type ScriptedPlatform,
  type Sent,
} from '../fixtures/session/scripted-platform.ts';
import { until } from '../fixtures/session/waiting.ts';
import { offer } from '../fixtures/testing/locked-film.ts';
import {
  playOffline,
  playScenario,
  providerOutcomes,
  type Outcome,
  type Scene,
} from '../fixtures/testing/scenario.ts';

const items = { '7/video': 'denied', '8/video': 'denied', '9/video': 'denied' } as const;

/** The fake of the scenario. */
function playFake(): Scene {
  const usher = createFakeUsher({
    items: { ...items, '10/video': 'denied' },
    offers: [offer],
  });
  return { usher, finish: (outcome) => usher.finishPurchase(undefined, outcome) };
}

/** The real runtime, with a platform and a provider that do the same. */
function playReal(platform: ScriptedPlatform): Scene {
  let returned: (outcome: Outcome) => void = () => {};
  let verdict: Outcome = 'granted';
  const paid = new Set<string>();
  const itemsOf = new Map<string, string>();
  const field = ({ query }: Sent, name: string): string =>
    new URLSearchParams(query).get(name) ?? '';
  const isLoggedIn = (): boolean => platform.to('session/login').length > 0;
  platform.script('session/init', () => answer(sessionResult()));
  platform.script('session/login', () => answer(userResult()));
  platform.script('payment/itemstate', (sent) => {
    const item = field(sent, 'item');
    if (!(`${item}/video` in items) && item !== '10') return refusal(404, 'not found');
    const isPaid = isLoggedIn() && !platform.to('session/logout').length && paid.has(item);
    const reason = isPaid ? 'paid' : 'not-paid';
    return answer({ general: { canPlay: isPaid, reason, offers: isPaid ? [] : [offer] } });
  });
  platform.script('payment/preparetransaction', (sent) => {
    const transactionID = `10${itemsOf.size}`;
    itemsOf.set(transactionID, field(sent, 'item'));
    return answer({ general: { transactionID, state: 'prepared' } });
  });
  platform.script('payment/finishtransaction', (sent) => {
    const transactionID = field(sent, 'transactionID');
    if (verdict === 'granted') paid.add(itemsOf.get(transactionID)!);
    const state = verdict === 'granted' ? 'finished' : 'pending';
    return answer({ general: { transactionID, state } });
  });
  platform.script('payment/redeemvoucher', () => refusal(404, 'there is no such voucher'));
  const card: InPageProvider = {
    name: 'card',
    type: 'in-page',
    pay: () =>
      new Promise((resolve) => {
        returned = (outcome) => resolve(providerOutcomes[outcome]);
      }),
  };
  const usher = platform.usher({ providers: [card] });
  const finish = async (outcome: Outcome): Promise<PurchaseState> => {
    verdict = outcome;
    const newest = (): PurchaseState => usher.$purchases.get().slice(-1)[0]!;
    returned(outcome);
    await until(() => newest().status === outcome);
    return newest();
  };
  return { usher, finish };
}

/**
 * The lines of each subject in order, equal neighbours once. A line of another subject may be
 * between them. The real session also waits for other tabs, so an item may show a check a moment
 * earlier than the session shows its opening.
 */
function bySubject(lines: readonly string[]): Record<string, string[]> {
  const subjects: Record<string, string[]> = {};
  for (const line of lines) {
    const [subject = 'result'] =
      /^(item \d+|purchase \w+ \d+|session|login|logout)\b/.exec(line) ?? [];
    const own = (subjects[subject] ??= []);
    if (own.at(-1) !== line) own.push(line);
  }
  return subjects;
}

describe('the runtime for tests', () => {
  let platform: ScriptedPlatform;
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(async () => {
    platform.close();
    await eraseJournal(platform.baseUrl);
  });

  it('goes through the same states as the real one', async () => {
    const real = await playScenario(playReal(platform));
    const fake = await playScenario(playFake());
    expect(real.length).to.be.greaterThan(60);
    expect(bySubject(fake)).to.deep.equal(bySubject(real));
  });

  it('shows the same states when the platform is unreachable', async () => {
    for (const id of ['session/init', 'session/staticdetails']) platform.script(id, unreachable);
    const real = await playOffline({ usher: platform.usher() });
    const usher = createFakeUsher({ items });
    usher.goOffline();
    expect(bySubject(await playOffline({ usher }))).to.deep.equal(bySubject(real));
    expect(real).to.include('start: network');
  });
});
