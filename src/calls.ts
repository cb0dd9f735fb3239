import type { AskItem, ItemReference } from './item/item.ts';
import { createAsk } from './item/ask.ts';
import { createRequest } from './session/request.ts';
import type { Request } from './session/request.ts';
import type { SessionOptions } from './session/held.ts';
import type { SessionDriver } from './session/session.ts';
import { createCall } from './transport/call.ts';
import type { Call, CallRecord } from './transport/call.ts';

/** What makes a page's calls: loaded with the first of them, or when the page is idle. A session opens without. */
export interface Calls {
  readonly call: Call;
  readonly request: Request;
  readonly ask: (reference: ItemReference) => AskItem;
  /** The last attempts, the latest at the end. */
  readonly log: readonly CallRecord[];
}

/** So many attempts are remembered. */
const longestLog = 50;

export function createCalls({ settings, browser, dialect, kit, emit }: SessionOptions, session: SessionDriver): Calls {
  const log: CallRecord[] = [];
  const call = createCall({
    baseUrl: settings.baseUrl,
    browser,
    dialect,
    onNotice: (notice) => emit('warning', notice),
    onAttempt: (record) => void (log.push(record) > longestLog && log.shift()),
  });
  const request = createRequest(session, call, kit.encodeFields);
  return { call, log, request, ask: createAsk(request, browser.clock, dialect.readItemState) };
}
