import type { Items } from '../item/items.ts';
import { noteUnreadable } from '../session/note-unreadable.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionDriver } from '../session/session.ts';
import { viewerOf } from '../session/state/viewer.ts';
import { isErasure } from '../session/storage/saved-session.ts';
import { syncFromStorage } from '../session/storage/sync-from-storage.ts';
import { createAllmedia, type Allmedia } from './allmedia/allmedia.ts';
import type { DataParts } from './ask.ts';
import { createFocusManager } from './focus-manager.ts';
import { createQueries } from './queries.ts';
import { createReader } from './reader.ts';
import { createSystem, type System } from './system/system.ts';
import { watchAccess } from './watch-access.ts';

/** The data of a page: the areas that most pages use, and the parts for further areas. */
export interface PageData {
  readonly allmedia: Allmedia;
  readonly system: System;
  readonly parts: DataParts;
}

/** Creates the data of a page. Its areas share one queue, one memory, one focus manager. */
export function createData(
  request: SessionRequest,
  session: SessionDriver,
  items: Items,
): PageData {
  const { context } = session;
  const { browser, dialect } = context;
  const reader = createReader(session);
  const queries = createQueries({
    reader,
    focusManager: createFocusManager(browser, session),
    clock: browser.clock,
    isDisposed: () => context.disposal.aborted,
    isForgotten: () => isErasure(context.record),
  });
  watchAccess(items, () => {
    reader.dropAccess();
    queries.refreshAccess();
  });
  const parts: DataParts = {
    request,
    reader,
    query: queries.query,
    dialect,
    getViewer() {
      syncFromStorage(context); // also before the background code is loaded
      const { signal: viewerSignal } = context.viewerController;
      return { viewerSignal, userId: viewerOf(session)?.userId };
    },
    noteUnreadable: (id, status) => noteUnreadable(context, id, status),
  };
  return { allmedia: createAllmedia(parts), system: createSystem(parts, session), parts };
}
