import type { SystemEntry } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { getElementOf } from '../../ui/get-element.ts';
import { createOptions } from './choice-field.ts';
import type { Draft, DraftPerson } from './draft.ts';

/** Who made it: any number of persons, each with what they did. */
export function createPersonsField(types: readonly SystemEntry[], draft: Draft): HTMLElement {
  const rows = el('ul', { class: 'persons' });
  const add = el('button', { type: 'button', class: 'button' }, 'Add a person');
  const store = (): void =>
    draft.change({ persons: [...rows.children].map(readPerson).filter(({ name }) => name) });

  const addRow = (person?: DraftPerson): HTMLElement => {
    const row = createRow(types, rows.childElementCount + 1, person, () => {
      row.remove();
      store();
      add.focus();
    });
    rows.append(row);
    return row;
  };
  for (const person of draft.get().persons ?? [undefined]) addRow(person);
  rows.addEventListener('input', store);
  add.addEventListener('click', () => addRow().querySelector('input')?.focus());
  return el(
    'div',
    { class: 'form-field wide', role: 'group', 'aria-label': 'Persons' },
    el('p', { class: 'form-label' }, 'Persons'),
    rows,
    add,
  );
}

const readPerson = (row: Element): DraftPerson => ({
  name: getElementOf(HTMLInputElement, 'input', row).value.trim(),
  type: getElementOf(HTMLSelectElement, 'select', row).value,
});

/** @param number from 1 */
function createRow(
  types: readonly SystemEntry[],
  number: number,
  { name, type }: DraftPerson = { name: '', type: '' },
  remove: () => void,
): HTMLElement {
  return el(
    'li',
    {},
    el('input', {
      type: 'text',
      value: name,
      placeholder: 'Name',
      'aria-label': `Name of person ${number}`,
      autocomplete: 'off',
    }),
    el(
      'div',
      { class: 'filter' },
      el(
        'select',
        { 'aria-label': `What person ${number} did` },
        ...createOptions(types, 'Took part', type),
      ),
    ),
    el(
      'button',
      {
        type: 'button',
        class: 'button',
        'aria-label': `Leave out person ${number}`,
        onclick: remove,
      },
      'Leave out',
    ),
  );
}
