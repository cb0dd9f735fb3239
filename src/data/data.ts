import type { Request } from '../session/request.ts';
import type { SessionDriver } from '../session/session.ts';
import type { Emit } from '../browser/events.ts';
import { createAttention } from './attention.ts';
import type { DataParts } from './ask.ts';
import { createQueries } from './queries.ts';
import { createReader } from './reader.ts';

/** What all data of a page are read with: one queue, one memory, one look at the browser. */
export function createDataParts(request: Request, session: SessionDriver): DataParts {
  const { held } = session;
  const { browser, kit, emit } = held;
  const reader = createReader(session);
  const queries = createQueries({ reader, attention: createAttention(browser, held.$session), clock: browser.clock, emit: emit as Emit, isDisposed: () => !!held.disposed, isForgotten: () => !held.saved && held.$session.get().status === 'ended' });
  return { request, encode: kit.encodeFields, reader, queries };
}
