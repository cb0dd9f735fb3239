import type { SystemEntry } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { fieldText, type Draft } from './draft.ts';
import { createField, type Field } from './field.ts';

export interface ChoiceFieldParts {
  readonly name: string;
  readonly label: string;
  readonly entries: readonly SystemEntry[];
  /** The text of no choice. */
  readonly none?: string;
  readonly draft: Draft;
}

/** A choice out of a list of the platform's. */
export function createChoiceField(parts: ChoiceFieldParts): Field<HTMLSelectElement> {
  const { name, label, entries, none = 'Not said', draft } = parts;
  const options = createOptions(entries, none, fieldText(draft.get(), name));
  return createField({ name, label, input: el('select', {}, ...options), draft });
}

/** The options of a list of the platform's. */
export function createOptions(
  entries: readonly SystemEntry[],
  none: string,
  chosen: string,
): HTMLOptionElement[] {
  return [
    el('option', { value: '' }, none),
    ...entries.map((entry) => {
      const value = codeOf(entry);
      return el('option', { value, selected: value === chosen }, entry.title);
    }),
  ];
}

/** Some lists go by code, some by ID. */
export const codeOf = ({ code, ID }: SystemEntry): string => code ?? ID ?? '';
