import { el } from '../../ui/dom.ts';

export interface ChoiceCardsParts<Entry> {
  readonly legend: string;
  /** Of the radio buttons. */
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly chosen: Entry;
  readonly valueOf: (entry: Entry, index: number) => string;
  readonly contentOf: (entry: Entry) => readonly Node[];
  readonly onChoose: (entry: Entry) => void;
}

/** Radio buttons as cards, one of which is chosen. */
export function createChoiceCards<Entry>(parts: ChoiceCardsParts<Entry>): HTMLFieldSetElement {
  const { legend, name, entries, chosen, valueOf, contentOf, onChoose } = parts;
  const cards = entries.map((entry, index) =>
    el(
      'label',
      { class: 'choice-card' },
      el('input', {
        type: 'radio',
        name,
        value: valueOf(entry, index),
        checked: entry === chosen,
        onchange: () => onChoose(entry),
      }),
      el('span', {}, ...contentOf(entry)),
    ),
  );
  return el('fieldset', { class: 'choice' }, el('legend', {}, legend), ...cards);
}
