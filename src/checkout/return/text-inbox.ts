import type { TextStore } from '../../browser/storage.ts';
import { inboxName } from '../../session/storage/stored-names.ts';
import { inboxPlaces, type RawReturn, type TextStoreOf } from './raw-return.ts';
import { addLine } from './store-return.ts';

/** The part of the inbox that can be read at once: the lines in the text stores. */
export interface TextInbox {
  readonly linesIn: (place: 'device' | 'tab') => readonly string[];
  readonly isEmpty: () => boolean;
  readonly add: (raw: RawReturn) => void;
  /** Erases the returns with these texts, and lines that are no returns. */
  readonly remove: (texts: ReadonlySet<string>) => void;
}

export function createTextInbox(key: string, textStore: TextStoreOf): TextInbox {
  const name = inboxName(key);
  const linesOf = (store: TextStore): readonly string[] => store.get(name)?.split('\n') ?? [];
  return {
    linesIn: (place) => linesOf(textStore(place)),
    isEmpty: () => inboxPlaces.every((place) => !linesOf(textStore(place)).length),
    add(raw) {
      for (const place of inboxPlaces) addLine(textStore(place), name, raw);
    },
    remove(texts) {
      for (const place of inboxPlaces) {
        const store = textStore(place);
        const lines = linesOf(store);
        const left = lines.filter(
          (line) => /^\d+ ./.test(line) && !texts.has(line.replace(/^\d+ /, '')),
        );
        if (left.length !== lines.length) store.set(name, left.join('\n') || null);
      }
    },
  };
}
