import type { Items } from '../item/items.ts';
import type { Request } from '../session/calls/request.ts';
import type { SessionDriver } from '../session/session.ts';
import { createFocusManager } from './focus-manager.ts';
import type { DataParts } from './ask.ts';
import { isErasure } from '../session/saved-session.ts';
import { createQueries } from './queries.ts';
import { createReader } from './reader.ts';
import { watchAccess } from './watch-access.ts';

/** Creates the parts that all data of a page share: one queue, one memory, one focus manager. */
export function createDataParts(request: Request, session: SessionDriver, items: Items): DataParts {
  const { context } = session;
  const { browser } = context;
  const reader = createReader(session);
  const queries = createQueries({
    reader,
    focusManager: createFocusManager(browser, session),
    clock: browser.clock,
    isDisposed: () => !!context.disposed,
    isForgotten: () => isErasure(context.saved),
  });
  watchAccess(items, () => {
    reader.dropAccess();
    queries.refreshAccess();
  });
  return { request, reader, query: queries.query };
}
