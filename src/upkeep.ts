import type { PurchaseBell } from './arrival/purchase-bell.ts';
import { createDurable } from './browser/durable.ts';
import { openStore } from './browser/database.ts';
import type { Browser } from './browser/browser.ts';
import { onWake } from './browser/wake.ts';
import type { OnUsher } from './events.ts';
import type { Items } from './item/items.ts';
import { watchGrants } from './item/watch-grants.ts';
import type { Request } from './session/request.ts';
import type { SessionDriver } from './session/session.ts';
import { startUpkeep } from './session/upkeep.ts';

/** What a page's upkeep is handed. */
export interface UpkeepParts {
  readonly session: SessionDriver;
  readonly request: Request;
  readonly items: Items;
  readonly bell: PurchaseBell;
  readonly browser: Browser;
  readonly on: OnUsher;
  /** Has checkout, which is loaded if it must be, look at the journal. */
  readonly lookAtPurchases: (isOnline: boolean) => void;
}

/** What a page needs beside its calls while it lives: its session kept, its grants watched, and what was bought in other tabs or before heard of. */
export function startPageUpkeep(parts: UpkeepParts): () => void {
  const { session, request, items, browser, on } = parts;
  const stops = [startUpkeep(session, request), watchGrants(items, browser.clock, (listener) => on('item', listener)), watchPurchases(parts)];
  return () => {
    for (const stop of stops) stop();
  };
}

function watchPurchases({ session, items, bell, browser, lookAtPurchases }: UpkeepParts): () => void {
  const { journal = openStore('journal'), clock } = browser;
  let heard = bell.heard();
  const stop = (browser.onWake ?? onWake)((type) => {
    const text = bell.heard();
    const isOnline = type === 'online';
    if (isOnline || text?.split(':')[0] !== heard?.split(':')[0]) void items.renew(true);
    if (text !== heard || (isOnline && text !== null)) lookAtPurchases(isOnline);
    heard = text;
  });
  // A browser that was killed may have lost the bell, but not the journal.
  if (heard !== null) lookAtPurchases(false);
  else void createDurable({ database: journal, clock }, session.held.settings.key).read().then((record) => record && lookAtPurchases(false), () => {});
  return stop;
}
