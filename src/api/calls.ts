import type { Browser } from '../browser/browser.ts';
import { requestInit } from '../browser/request-init.ts';
import { onWake } from '../browser/wake.ts';
import { createItemCalls, type ItemCaller } from '../item/check-item.ts';
import type { Explanation } from '../item/explain.ts';
import { createFetchItemState, type Grace } from '../item/fetch-item-state.ts';
import { forgetOldest } from '../item/forget-oldest.ts';
import type { Item, ItemCalls } from '../item/item.ts';
import type { Items } from '../item/items.ts';
import { recheckWithSession } from '../item/recheck-with-session.ts';
import { resetWithViewer } from '../item/reset-items.ts';
import { watchGrants } from '../item/watch-grants.ts';
import { createRequest, type SessionRequest } from '../session/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import { createCallLog, type CallLog } from '../transport/call-log.ts';
import { createCall, type Call } from '../transport/call.ts';

/**
 * The code for a page's calls. Loaded with the first call, or when the page is idle. A session
 * opens without it.
 */
export interface Calls {
  readonly call: Call;
  readonly request: SessionRequest;
  readonly log: CallLog;
  /** The calls for items, for the viewer at the time of the page's call. */
  readonly itemsOf: (caller: ItemCaller) => ItemCalls;
  readonly explain: (item: Pick<Item, '$state'>) => Promise<Explanation>;
}

export function createCalls(
  { settings, browser, dialect, emit, loadChunk }: SessionOptions,
  session: SessionDriver,
  selling: Grace,
  items: Items,
): Calls {
  resetWithViewer(session, items);
  recheckWithSession(session, items);
  forgetOldest(items);
  watchGrantsUntilEnd(session, items, browser, selling);
  const log = createCallLog(browser.clock);
  const call = createCall({
    baseUrl: settings.baseUrl,
    browser,
    dialect,
    requestInit,
    loadChunk,
    log,
    onNotice: (notice) => emit('warning', notice),
    onCall: (event) => emit('call', event),
  });
  const request = createRequest(session, call);
  const fetchState = createFetchItemState({
    request,
    clock: browser.clock,
    selling,
    loadChunk,
    read: dialect.readItemState,
  });
  return {
    call,
    request,
    log,
    explain: createExplain(loadChunk, browser),
    itemsOf: createItemCalls(fetchState, session),
  };
}

/** Creates the function that loads the code of an explanation, and calls it. */
const createExplain =
  (loadChunk: SessionOptions['loadChunk'], { clock }: Browser): Calls['explain'] =>
  async ({ $state }) => {
    const { explain } = await loadChunk('explain', () => import('../item/explain.ts'));
    return explain($state.get(), clock.now());
  };

/** Watches the grants of items until the runtime is disposed of. */
function watchGrantsUntilEnd(
  session: SessionDriver,
  items: Items,
  browser: Browser,
  selling: Grace,
): void {
  const stop = watchGrants(items, browser.clock, browser.onWake ?? onWake, selling);
  const stopFollowing = session.onChange(() => {
    if (!session.context.disposal.aborted) return;
    stop();
    stopFollowing();
  });
}
