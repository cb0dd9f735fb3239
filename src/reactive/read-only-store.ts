import type { ReadableAtom } from 'nanostores';
import { nothing } from '../browser/nothing.ts';
import { callSafely } from '../browser/report-error.ts';

type Listener<Value> = Parameters<ReadableAtom<Value>['listen']>[0];

/**
 * A store that the page can read but not set. `computed` of nanostores and the bindings of
 * frameworks accept it as it is. An error of a listener is reported as an uncaught error, and does
 * not affect other listeners. `onListen` runs before each subscription.
 */
export function readOnly<Value>(
  $store: ReadableAtom<Value>,
  onListen: () => void = nothing,
): ReadableAtom<Value> {
  const listen = (listener: Listener<Value>): (() => void) => {
    onListen();
    let seen: unknown;
    const stop = $store.listen((value, ...rest) => {
      // Listeners run after the change: one that subscribed in between has seen the new value.
      if (Object.is(value, seen)) return;
      seen = value;
      callSafely(() => listener(value, ...rest));
    });
    seen = $store.value; // the first listener may have changed it
    return stop;
  };
  const subscribe = (listener: Listener<Value>): (() => void) => {
    const stop = listen(listener);
    callSafely(() => listener($store.value as never, undefined as never));
    return stop;
  };
  return Object.create($store, {
    set: {},
    listen: { value: listen, writable: true },
    subscribe: { value: subscribe, writable: true },
  }) as ReadableAtom<Value>;
}
