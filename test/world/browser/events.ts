type Listener = (event: object) => void;

/** The events of a window, a document or a request. A listener that throws harms no other. */
export interface EventSource {
  readonly addEventListener: (type: string, listener: Listener) => void;
  readonly removeEventListener: (type: string, listener: Listener) => void;
  readonly fire: (type: string, event?: object) => void;
  readonly count: () => number;
}

export function createEventSource(onError: (error: unknown) => void): EventSource {
  const listeners = new Map<string, Set<Listener>>();
  return {
    addEventListener(type, listener) {
      const known = listeners.get(type) ?? new Set();
      listeners.set(type, known.add(listener));
    },
    removeEventListener: (type, listener) => void listeners.get(type)?.delete(listener),
    fire(type, event = {}) {
      const known = listeners.get(type) ?? new Set();
      for (const listener of Array.from(known)) {
        if (!known.has(listener)) continue; // another one has removed it
        try {
          listener(Object.assign({ type }, event));
        } catch (error) {
          onError(error);
        }
      }
    },
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  };
}
