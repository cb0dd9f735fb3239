import { el } from '../../ui/dom.ts';
import { optionsOf } from './field.ts';

/** Who made it: any number of persons, each with what they did. */
export function createPersonsField({ types, draft }) {
  const rows = el('ul', { class: 'persons' });
  const add = el('button', { type: 'button', class: 'button' }, 'Add a person');
  const note = () =>
    draft.set(
      'persons',
      [...rows.children]
        .map((row) => ({
          name: row.querySelector('input').value.trim(),
          type: row.querySelector('select').value,
        }))
        .filter(({ name }) => name),
    );
  const createRow = ({ name = '', type = '' } = {}) => {
    const number = rows.childElementCount + 1;
    const row = el(
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
          ...optionsOf(types, 'Took part', type),
        ),
      ),
      el(
        'button',
        {
          type: 'button',
          class: 'button',
          'aria-label': `Leave out person ${number}`,
          onclick: () => {
            row.remove();
            note();
            add.focus();
          },
        },
        'Leave out',
      ),
    );
    rows.append(row);
    return row;
  };
  for (const person of draft.values.persons ?? [{}]) createRow(person);
  rows.addEventListener('input', note);
  add.addEventListener('click', () => createRow().querySelector('input').focus());
  return {
    element: el(
      'div',
      { class: 'form-field wide', role: 'group', 'aria-label': 'Persons' },
      el('p', { class: 'form-label' }, 'Persons'),
      rows,
      add,
    ),
  };
}
