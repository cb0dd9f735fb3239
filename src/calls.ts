import type { Explanation } from './item/explain.ts';
import type { AskItem, Item, ItemReference } from './item/item.ts';
import { createAsk } from './item/ask.ts';
import type { Grace } from './item/ask.ts';
import { createRequest } from './session/request.ts';
import type { Request } from './session/request.ts';
import type { SessionOptions } from './session/held.ts';
import type { SessionDriver } from './session/session.ts';
import { createCall } from './transport/call.ts';
import type { Call } from './transport/call.ts';

/** What makes a page's calls: loaded with the first of them, or when the page is idle. A session opens without. */
export interface Calls {
  readonly call: Call;
  readonly request: Request;
  readonly ask: (reference: ItemReference) => AskItem;
  readonly explain: (item: Item) => Promise<Explanation>;
}

export function createCalls({ settings, browser, dialect, kit, emit }: SessionOptions, session: SessionDriver, selling: Grace): Calls {
  const call = createCall({ baseUrl: settings.baseUrl, browser, dialect, requestInit: kit.requestInit, onNotice: (notice) => emit('warning', notice) });
  const request = createRequest(session, call, kit.encodeFields);
  const explain: Calls['explain'] = async ({ $state }) => (await import('./item/explain.ts')).explain($state.get(), browser.clock.now());
  return { call, request, explain, ask: createAsk(request, browser.clock, selling, dialect.readItemState) };
}
