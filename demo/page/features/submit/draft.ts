import { keep, readKept } from '../session/site-storage.ts';

/** How long the viewer rests before what they wrote is kept, in ms. */
const restMs = 400;

/** What the viewer has written so far. It stays in this browser. */
export function createDraft(onKept) {
  let timer;
  const listeners = new Map();
  const draft = {
    values: readKept('draft') ?? { streamtype: 'video' },
    set(name, value) {
      draft.values = { ...draft.values, [name]: value };
      clearTimeout(timer);
      timer = setTimeout(draft.keep, restMs);
      listeners.get(name)?.();
    },
    /** Tells of a change of one value; the latest listener counts. */
    onChange: (name, listener) => void listeners.set(name, listener),
    keep() {
      clearTimeout(timer);
      keep('draft', draft.values);
      onKept();
    },
    /** Begins anew, or with what there was; gives back what there was. */
    replace(values = { streamtype: 'video' }) {
      const before = draft.values;
      draft.values = values;
      draft.keep();
      return before;
    },
  };
  addEventListener('pagehide', () => keep('draft', draft.values));
  return draft;
}
