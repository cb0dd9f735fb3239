/** What every page can hear of. */
export interface CommonEvents {
  /** Something that a developer should look at; each text comes once. */
  warning: string;
  /** An error that no call of the page's could be told of: a listener's, for instance. */
  error: Error;
}

export type Emit<Events extends CommonEvents = CommonEvents> = <Name extends keyof Events>(name: Name, value: Events[Name]) => void;

/** Subscribes; the returned function ends it. A listener that throws harms nobody: the page's `error` event tells of it. */
export type On<Events extends CommonEvents> = <Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void) => () => void;

/** Events by name: `present` gives the value that a late subscriber gets at once, where there is one. */
export function createEvents<Events extends CommonEvents>(present: { readonly [Name in keyof Events]?: () => Events[Name] }): { readonly emit: Emit<Events>; readonly on: On<Events> } {
  type Listener = (value: unknown) => void;
  const listeners: Partial<Record<keyof Events, Set<Listener>>> = {};
  const warned = new Set<unknown>();
  const call = (name: keyof Events, listener: Listener, value: unknown): void => {
    try {
      listener(value);
    } catch (error) {
      if (name !== 'error') emit('error', error as Error); // whoever fails to hear of errors has nobody to tell
    }
  };
  const emit: Emit<Events> = (name, value) => {
    if (name === 'warning') {
      if (warned.has(value)) return;
      warned.add(value);
    }
    for (const listener of Array.from(listeners[name] ?? [])) call(name, listener, value);
  };
  const on: On<Events> = (name, listener) => {
    const all = (listeners[name] ??= new Set());
    const own: Listener = (value) => listener(value as never); // the same function may subscribe twice
    all.add(own);
    const now = present[name];
    if (now) call(name, own, now());
    return () => void all.delete(own);
  };
  return { emit, on };
}

/** Sets a store; what its listeners throw, which nanostores throws on, becomes an event. */
export function show<Value>($store: { readonly set: (value: Value) => void }, value: Value, emit: Emit): void {
  try {
    $store.set(value);
  } catch (error) {
    emit('error', error as Error);
  }
}
