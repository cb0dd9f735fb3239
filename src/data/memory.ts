import { followOwner } from '../session/calls/follow-owner.ts';
import type { OwnerMark } from '../session/calls/follow-owner.ts';
import { ownerName } from '../session/calls/owner-name.ts';
import type { SessionDriver } from '../session/session.ts';

/** Data, and when they were read, in ms since 1970. */
export interface Read<Data> {
  readonly data: Data;
  readonly at: number;
}

/** An answer, and what it depends on. */
interface Kept {
  readonly read: Read<unknown>;
  readonly dependsOnAccess: boolean;
}

/** Answers, as long as they are the present viewer's. */
export interface Memory {
  /** Nothing while it is not known who the viewer is. */
  readonly get: (key: string) => Read<unknown> | undefined;
  /** The owner of what is read now; `undefined` while that is not known. */
  readonly owner: () => OwnerMark | undefined;
  /** Keeps what was asked for by `owner`, if that is known and still the owner. */
  readonly keep: (key: string, kept: Kept, owner: OwnerMark | undefined) => void;
  /** Drops answers that depend on what the viewer may watch. */
  readonly dropAccess: () => void;
  /**
   * Calls back when the viewer or the session has changed, or the runtime is disposed of: all
   * answers are dropped.
   */
  readonly onEmptied: (listener: () => void) => void;
}

/** A page with more lists than these asks again for the oldest. */
const mostKept = 100;

export function createMemory(session: SessionDriver): Memory {
  const kept = new Map<string, Kept>();
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
      kept.delete(key); // the latest is the last
      kept.set(key, answer);
      if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    },
    dropAccess() {
      for (const [key, { dependsOnAccess }] of Array.from(kept)) {
        if (dependsOnAccess) kept.delete(key);
      }
    },
    onEmptied: (listener) => void listeners.push(listener),
  };
}
