import { expect, test } from '@playwright/test';
import { startOpening } from '../../../src/session/opening/start-opening.ts';
import type { Settings } from '../../../src/session/settings.ts';
import { tabEndsName } from '../../../src/session/storage/stored-names.ts';
import { readStored } from '../../../src/session/storage/stored-record.ts';
import { recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createHeldStores, key } from '../../fixtures/session/held-stores.ts';

test('a tab whose duplicate has ended its session stores a new device hash', () => {
  const { context, store, stored, texts } = createHeldStores('tab');
  store('tab', recordOf({ session: savedSession('7'), epochId: '11' }));
  texts.device.set(tabEndsName(key), '10 11');
  let sent = '';
  let drawn = 0;
  const browser = {
    ...context.browser,
    random: () => (drawn += 0.01),
    page: { on: () => () => {} },
    fetch: (_address: string, { body }: { readonly body: string }) => {
      sent = body;
      return new Promise(() => {});
    },
  } as never;
  const settings = { key, persistence: 'tab', baseUrl: '', query: '', body: '', init: {} };
  startOpening(
    settings as unknown as Settings,
    readStored({ key, persistence: 'tab' }, browser),
    browser,
  );
  const deviceHash = new URLSearchParams(sent).get('nxp_devh')!;
  expect(deviceHash).not.toBe(recordOf().deviceHash);
  expect(stored('tab')?.deviceHash).toBe(deviceHash);
  // Each reading of a record that a duplicate has ended draws another one.
  expect(readStored({ key, persistence: 'tab' }, browser)?.deviceHash).toBe(deviceHash);
});
