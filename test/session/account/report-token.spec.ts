import { expect, test } from '@playwright/test';
import {
  createReportToken,
  type ReportTokenOptions,
} from '../../../src/session/account/report-token.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

const second = 1000;

/** A page with a session that fetches report tokens, which end after two minutes. */
function createPage() {
  const session = savedSession('7');
  const { context, stores, run } = createHeldSession('device', recordOf({ session }));
  Object.assign(context, { current: session, record: stores.stored() });
  const driver = {
    context,
    $session: context.$session,
    ready: async () => session,
    onChange: () => () => {},
  };
  const { clock } = stores;
  let setByMs = 0;
  const now = (): number => stores.clock.now() + setByMs;
  Object.assign(context.browser, { clock: { ...clock, now } });
  const endsAt = Math.floor(clock.now() / 1000) + 120;
  let fetched = 0;
  const reportToken = createReportToken(driver as never, async (_area, _name, _values, options) => {
    await options!.findSession!();
    fetched++;
    return { result: { general: { reporttoken: `n=${fetched}&se=${endsAt}` } } } as never;
  });
  return {
    clock,
    endsAt,
    read: (options?: ReportTokenOptions): Promise<string> => run(() => reportToken(options)),
    setClock: (ms: number) => void (setByMs = ms),
  };
}

test('a report token is kept until a minute before its end', async () => {
  const { clock, endsAt, read } = createPage();
  expect(await read()).toBe(`n=1&se=${endsAt}`);
  await clock.advance(endsAt * second - clock.now() - 61 * second);
  expect(await read()).toBe(`n=1&se=${endsAt}`);
  await clock.advance(second);
  expect(await read()).toBe(`n=2&se=${endsAt}`);
  expect(await read()).toBe(`n=3&se=${endsAt}`);
});

test('a clock that is set back keeps no report token longer', async () => {
  const { clock, endsAt, read, setClock } = createPage();
  await read();
  setClock(-3_600 * second);
  await clock.advance(30 * second);
  expect(await read()).toBe(`n=1&se=${endsAt}`);
  await clock.advance(30 * second);
  expect(await read()).toBe(`n=2&se=${endsAt}`);
});

test('a fresh report token is fetched, and is the one that is kept from then on', async () => {
  const { endsAt, read } = createPage();
  await read();
  expect(await read({ fresh: true })).toBe(`n=2&se=${endsAt}`);
  expect(await read({ fresh: false })).toBe(`n=2&se=${endsAt}`);
});
