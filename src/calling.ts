import { itemStateArea } from './contract/item-state.ts';
import { readItemState } from './dialect/item-state-reader.ts';
import { isUsherError } from './errors/usher-error.ts';
import { answered, failed } from './item/answer.ts';
import type { AskItem, ItemReference } from './item/item.ts';
import { encodeCallWith } from './contract/encode-call.ts';
import { createRequest, credentialsOf } from './session/request.ts';
import type { Request } from './session/request.ts';
import type { SavedSession } from './session/saved-session.ts';
import type { SessionDriver, SessionOptions } from './session/session.ts';
import { createCall } from './transport/call.ts';

/** What every call needs: loaded when the first one is made, or when the page is idle. */
export interface Calling {
  readonly request: Request;
  /** The same with a session that has ended here, and without recovery. */
  readonly requestAs: (ended: SavedSession) => Request;
  readonly askItem: (reference: ItemReference) => AskItem;
}

export function createCalling(session: SessionDriver, { settings, browser, dialect, kit, emit }: SessionOptions): Calling {
  const { now } = browser.clock;
  const call = createCall({ baseUrl: settings.baseUrl, browser, dialect, onNotice: (notice) => emit('warning', notice) });
  const request = createRequest(session, call, kit.encodeFields, emit);
  const askItem = (reference: ItemReference): AskItem => async (before, perform) => {
    try {
      const { result } = await request(itemStateArea, 'itemstate', perform ? { ...reference, performTransactionIfPossible: true } : reference);
      return answered((dialect.readItemState ?? readItemState)(result), now());
    } catch (error) {
      if (!isUsherError(error)) throw error;
      return failed(before, error, now());
    }
  };
  const requestAs = (ended: SavedSession): Request => (area, name, values) =>
    call(encodeCallWith(kit.encodeFields, area, name, values), { credentials: credentialsOf(ended) });
  return { request, requestAs, askItem };
}
