import { noteForDebug } from '../browser/debug-notes.ts';
import { callSafely } from '../browser/report-error.ts';
import { InputError } from '../errors/input-error.ts';
import { runAfterChange } from './run-after-change.ts';

/** Events of all parts of the runtime. */
export interface CommonEvents {
  /** A text for developers. The same text comes again only after a hundred others. */
  warning: string;
  /** An error of the runtime that rejects no call of the page. */
  error: Error;
}

export type Emit<Events extends CommonEvents = CommonEvents> = <Name extends keyof Events>(
  name: Name,
  value: Events[Name],
) => void;

/**
 * Subscribes. The returned function unsubscribes. An error of a listener is reported as an uncaught
 * error, and does not affect other listeners.
 */
export type On<Events extends CommonEvents> = <Name extends keyof Events>(
  name: Name,
  listener: (value: Events[Name]) => void,
) => () => void;

/**
 * The largest number of texts that are remembered. A platform may send a different notice with each
 * answer, and a page may stay open for months.
 */
const maxWarnings = 100;

/** Creates events by name. `present` returns the value that a late subscriber receives at once. */
export function createEvents<Events extends CommonEvents>(present: {
  readonly [Name in keyof Events]?: () => Events[Name];
}): { readonly emit: Emit<Events>; readonly on: On<Events> } {
  type Listener = (value: unknown) => void;
  const listeners = new Map<keyof Events, Set<Listener>>();
  const warned = new Set<unknown>();
  const emit: Emit<Events> = (name, value) => {
    if (name === 'warning') {
      if (warned.has(value)) return;
      warned.add(value);
      if (warned.size > maxWarnings) warned.delete(warned.values().next().value);
    }
    noteForDebug(name as string, value);
    const all = listeners.get(name);
    if (!all) return;
    // Later subscribers have received the present value already.
    for (const listener of Array.from(all)) {
      runAfterChange(() => all.has(listener) && listener(value));
    }
  };
  const on: On<Events> = (name, listener) => {
    if (typeof name !== 'string') throw new InputError('usher.on', 'name', name, 'a text');
    if (typeof listener !== 'function') {
      throw new InputError('usher.on', 'listener', listener, 'a function');
    }
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all);
    // A new function: the page may subscribe the same one twice.
    const added: Listener = (value) => listener(value as never);
    all.add(added);
    // Members of an object's prototype are no events.
    const now = Object.prototype.hasOwnProperty.call(present, name) ? present[name] : undefined;
    if (now) callSafely(() => added(now()));
    return () => void all.delete(added);
  };
  return { emit, on };
}

/** The part of a store that is needed to change it. */
interface Settable<Value> {
  value: Value | undefined;
  readonly notify: (before?: never) => void;
}

/**
 * Sets a store at once. Its listeners run after the present change is complete, so that stores that
 * change together are seen together.
 */
export function show<Value>($store: object, value: Value): void {
  const store = $store as Settable<Value>; // `value` is public in nanostores, but typed for reading
  const before = store.value;
  if (Object.is(before, value)) return;
  store.value = value;
  // Shared by all copies of nanostores.
  const copies = (globalThis as { nanostoresGlobal?: { epoch: number } }).nanostoresGlobal;
  if (copies) copies.epoch++; // so that `computed` reads the new value from now on
  runAfterChange(() => store.notify(before as never));
}
