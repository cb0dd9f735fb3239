import type { Browser } from '../browser/browser.ts';
import { requestInit } from '../browser/request-init.ts';
import { onWake } from '../browser/wake.ts';
import type { Explanation } from '../item/recovery/explain.ts';
import type { Item, ItemCalls } from '../item/item.ts';
import { createAsk } from '../item/calls/ask.ts';
import type { Grace } from '../item/calls/ask.ts';
import { createItemCalls } from '../item/calls/check-item.ts';
import type { Items } from '../item/items.ts';
import { resetWithViewer } from '../item/calls/reset-items.ts';
import { watchGrants } from '../item/calls/watch-grants.ts';
import { createRequest } from '../session/calls/request.ts';
import type { Request } from '../session/calls/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import { createCall } from '../transport/call.ts';
import type { Call } from '../transport/call.ts';
import { createCallLog } from '../transport/call-log.ts';
import type { CallLog } from '../transport/call-log.ts';

/**
 * The code for a page's calls. Loaded with the first call, or when the page is idle. A session
 * opens without it.
 */
export interface Calls {
  readonly call: Call;
  readonly request: Request;
  readonly log: CallLog;
  readonly items: ItemCalls;
  readonly explain: (item: Item) => Promise<Explanation>;
}

export function createCalls(
  { settings, browser, dialect, emit, loadChunk }: SessionOptions,
  session: SessionDriver,
  selling: Grace,
  items: Items,
): Calls {
  resetWithViewer(session, items);
  watchGrantsUntilEnd(session, items, browser);
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
  const explain: Calls['explain'] = async ({ $state }) =>
    (await loadChunk('explain', () => import('../item/recovery/explain.ts'))).explain(
      $state.get(),
      browser.clock.now(),
    );
  return {
    call,
    request,
    log,
    explain,
    items: createItemCalls(
      createAsk(request, browser.clock, selling, loadChunk, dialect.readItemState),
    ),
  };
}

/** Watches the grants of items until the runtime is disposed of. */
function watchGrantsUntilEnd(session: SessionDriver, items: Items, browser: Browser): void {
  const stop = watchGrants(items, browser.clock, browser.onWake ?? onWake);
  const stopFollowing = session.onChange(() => {
    if (!session.context.disposed) return;
    stop();
    stopFollowing();
  });
}
