import type { SessionDriver } from '../session/session.ts';
import type { Read } from './reader.ts';

/** Answers, as long as they are the present viewer's. */
export interface Memory {
  readonly get: (key: string) => Read<unknown> | undefined;
  /** Whose answers are read now; empty while nobody knows. */
  readonly owner: () => string;
  /** Keeps what was asked for by `owner`, unless the viewer has changed since. */
  readonly keep: (key: string, read: Read<unknown>, owner: string) => void;
  /** Calls back when the viewer or the session has changed, or the runtime is disposed of: nothing that was known is so any more. */
  readonly onEmptied: (listener: () => void) => void;
}

/** A page with more lists than these asks again for the oldest. */
const mostKept = 100;

export function createMemory({ $session, held }: SessionDriver): Memory {
  const kept = new Map<string, Read<unknown>>();
  const listeners: (() => void)[] = [];
  const whose = (): string => (held.current || held.details ? JSON.stringify([held.saved?.epoch, held.current?.user?.id, $session.get().language]) : '');
  let owner = whose();
  $session.listen(() => {
    const before = owner;
    owner = whose();
    if (!held.disposed && (!before || before === owner)) return;
    kept.clear();
    for (const listener of listeners) listener();
  });
  return {
    get: (key) => kept.get(key),
    owner: () => owner,
    keep(key, read, asker) {
      if (asker && asker !== owner) return;
      kept.delete(key); // the latest is the last
      kept.set(key, read);
      if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    },
    onEmptied: (listener) => void listeners.push(listener),
  };
}
