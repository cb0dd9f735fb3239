import type { UsherError } from './errors/usher-error.ts';
import type { ItemState } from './item/item-state.ts';
import type { SessionState, User } from './session/session-state.ts';

/** What a page can hear of, by name. */
export interface UsherEvents {
  /** The session changed; whoever subscribes gets the present one at once. */
  session: SessionState;
  login: User;
  logout: User | null;
  /** The session came back as somebody else's: nothing was repeated. */
  'identity-changed': { readonly before: User | null; readonly now: User | null };
  /** An item's state changed. */
  item: ItemState & { readonly item: string; readonly streamtype: string };
  /** Something that a developer should look at; each text comes once. */
  warning: string;
  /** An error that no call of the page's could be told of. */
  error: UsherError | Error;
}

export type Emit = <Name extends keyof UsherEvents>(name: Name, value: UsherEvents[Name]) => void;

/** Subscribes; the returned function ends it. A listener that throws harms nobody: the page's `error` event tells of it. */
export type On = <Name extends keyof UsherEvents>(name: Name, listener: (value: UsherEvents[Name]) => void) => () => void;

/** Events by name: `present` gives the value that a late subscriber gets at once. */
export function createEvents(present: () => SessionState): { readonly emit: Emit; readonly on: On } {
  const listeners: Record<string, Set<(value: unknown) => void>> = {};
  const warned = new Set<unknown>();
  const call = (name: keyof UsherEvents, listener: (value: unknown) => void, value: unknown): void => {
    try {
      listener(value);
    } catch (error) {
      if (name !== 'error') emit('error', error as Error); // whoever fails to hear of errors has nobody to tell
    }
  };
  const emit: Emit = (name, value) => {
    if (name === 'warning') {
      if (warned.has(value)) return;
      warned.add(value);
    }
    for (const listener of Array.from(listeners[name] ?? [])) call(name, listener, value);
  };
  const on: On = (name, listener) => {
    const all = (listeners[name] ??= new Set());
    const own = (value: unknown): void => listener(value as never); // the same function may subscribe twice
    all.add(own);
    if (name === 'session') call(name, own, present());
    return () => void all.delete(own);
  };
  return { emit, on };
}
