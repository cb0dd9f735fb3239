import { createStoredValue } from '../session/site-storage.ts';

/** How long the viewer does not write before the draft is stored, in ms. */
const pauseMs = 400;

/** A person of a draft. */
export interface DraftPerson {
  readonly name: string;
  /** A code of the platform's; empty where none is chosen. */
  readonly type: string;
}

/** What the viewer has written, by the names of the fields. */
export interface DraftValues {
  readonly streamtype: string;
  readonly persons?: readonly DraftPerson[];
  readonly [field: string]: string | boolean | readonly DraftPerson[] | undefined;
}

/** A draft of a submission. It stays in this browser. */
export interface Draft {
  readonly get: () => DraftValues;
  readonly change: (change: Partial<DraftValues>) => void;
  /** Calls at each change of a field; the latest listener of a field counts. */
  readonly onChange: (name: string, listener: () => void) => void;
  /** Stores it at once. */
  readonly store: () => void;
  /** Begins anew, or with other values. Answers with what there was. */
  readonly replace: (values?: DraftValues) => DraftValues;
}

const emptyDraft: DraftValues = { streamtype: 'video' };

const storedDraft = createStoredValue<DraftValues>('draft');

/** The text of a field; empty where nothing is written. */
export function fieldText(values: DraftValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** @param onStored called each time that the draft is stored */
export function createDraft(onStored: () => void): Draft {
  const listeners = new Map<string, () => void>();
  let values = storedDraft.read() ?? emptyDraft;
  let timer: number | undefined;

  const store = (): void => {
    clearTimeout(timer);
    storedDraft.write(values);
    onStored();
  };
  const change = (more: Partial<DraftValues>): void => {
    values = { ...values, ...more };
    clearTimeout(timer);
    timer = window.setTimeout(store, pauseMs);
    for (const name of Object.keys(more)) listeners.get(name)?.();
  };
  addEventListener('pagehide', () => storedDraft.write(values));
  return {
    get: () => values,
    change,
    onChange: (name, listener) => void listeners.set(name, listener),
    store,
    replace(next = emptyDraft) {
      const before = values;
      values = next;
      store();
      return before;
    },
  };
}
