import type { SessionDriver } from '../session/session.ts';
import { followOwner, type OwnerMark } from '../session/state/follow-owner.ts';
import { ownerName } from '../session/state/owner-name.ts';

/** Data, with the time of the read in ms since 1970. */
export interface Read<Data> {
  readonly data: Data;
  readonly updatedAt: number;
}

/** An answer, and whether it depends on access. */
interface CachedAnswer {
  readonly read: Read<unknown>;
  readonly dependsOnAccess: boolean;
}

/** The answers that belong to the present viewer. */
export interface Memory {
  /** `undefined` while the viewer is not known. */
  readonly get: (key: string) => Read<unknown> | undefined;
  /** The owner of the data that is read now. `undefined` while the owner is not known. */
  readonly owner: () => OwnerMark | undefined;
  /**
   * Keeps an answer that was requested for `owner`, if `owner` is known and still the present one.
   */
  readonly keep: (key: string, answer: CachedAnswer, owner: OwnerMark | undefined) => void;
  /** Drops the answers that depend on the viewer's access. */
  readonly dropAccess: () => void;
  /**
   * Calls back when all answers are dropped: the viewer or the session has changed, or the runtime
   * is disposed of.
   */
  readonly onEmptied: (listener: () => void) => void;
}

/** The largest number of answers. The oldest one is dropped. */
const maxKept = 100;

export function createMemory(session: SessionDriver): Memory {
  const kept = new Map<string, CachedAnswer>();
  const listeners: (() => void)[] = [];
  const owner = followOwner(
    session,
    () => ownerName(session),
    () => {
      kept.clear();
      for (const listener of listeners) listener();
    },
  );
  return {
    get: (key) => (owner() ? kept.get(key)?.read : undefined),
    owner,
    keep(key, answer, asker) {
      if (!asker || asker !== owner()) return;
      kept.delete(key); // moves the key to the end
      kept.set(key, answer);
      if (kept.size > maxKept) kept.delete(kept.keys().next().value!);
    },
    dropAccess() {
      for (const [key, { dependsOnAccess }] of Array.from(kept)) {
        if (dependsOnAccess) kept.delete(key);
      }
    },
    onEmptied: (listener) => void listeners.push(listener),
  };
}
