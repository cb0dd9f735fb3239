import { el } from '../../ui/dom.ts';
import { hintOf, labelOf } from './attribute-text.ts';
import { checkAttribute } from './check-attribute.ts';

/**
 * A field as the platform describes it, with its hint, and beneath it what is wrong with what was
 * entered.
 * @param {{ name: string, attribute: any, draft: any, isRequired?: boolean }} parts what is entered
 *   goes into `draft.values`
 */
export function createAttributeField({ name, attribute, draft, isRequired = false }) {
  const { type } = attribute;
  const value = draft.values[name];
  const input =
    type === 'text'
      ? el('textarea', { rows: '5' }, value ?? '')
      : type === 'boolean'
        ? el('input', { type: 'checkbox', class: 'tick', checked: value === true })
        : el('input', {
            type: type === 'date' ? 'date' : 'text',
            inputmode: type === 'integer' && 'numeric',
            value: value ?? '',
            autocomplete: 'off',
          });
  const read = () => (type === 'boolean' ? input.checked : input.value);
  const check = () =>
    isRequired && !String(read()).trim() ? 'It is needed.' : checkAttribute(attribute, read());
  return createField({
    name,
    label: labelOf(name),
    hint: hintOf(attribute),
    input,
    read,
    check,
    draft,
    isRequired,
  });
}

/** A choice out of a list of the platform's. */
export function createChoiceField({ name, label, hint = '', entries, none = 'Not said', draft }) {
  const chosen = draft.values[name] ?? '';
  const input = el('select', {}, ...optionsOf(entries, none, chosen));
  return createField({ name, label, hint, input, read: () => input.value, check: () => '', draft });
}

/** What a list of the platform's becomes in a select. */
export function optionsOf(entries, none, chosen) {
  const valueOf = ({ code, ID }) => code ?? ID ?? '';
  return [
    el('option', { value: '' }, none),
    ...entries.map((entry) =>
      el('option', { value: valueOf(entry), selected: valueOf(entry) === chosen }, entry.title),
    ),
  ];
}

function createField({ name, label, hint, input, read, check, draft, isRequired }) {
  const id = `field-${name}`;
  const wrong = el('p', { class: 'field-wrong', id: `${id}-wrong` });
  const isSwitch = input.type === 'checkbox';
  Object.assign(input, { id, name, required: Boolean(isRequired) });
  if (hint) input.setAttribute('aria-describedby', `${id}-hint`);
  const say = (words) => {
    wrong.textContent = words;
    input.setAttribute('aria-invalid', String(Boolean(words)));
    input.setAttribute(
      'aria-describedby',
      [hint && `${id}-hint`, words && wrong.id].filter(Boolean).join(' '),
    );
    return words;
  };
  input.addEventListener('input', () => {
    draft.set(name, read());
    if (wrong.textContent) say(check());
  });
  input.addEventListener('change', () => {
    if (read()) say(check());
  });
  const about = hint && el('p', { class: 'field-hint', id: `${id}-hint` }, hint);
  const caption = el(
    'label',
    { for: id },
    label,
    isRequired && el('span', { class: 'field-needed' }, ' (needed)'),
  );
  const frame = input.localName === 'select' ? el('div', { class: 'filter' }, input) : input;
  return {
    name,
    label,
    input,
    element: el(
      'div',
      { class: isSwitch ? 'form-field switch-field' : 'form-field', 'data-field': name },
      ...(isSwitch ? [input, caption] : [caption, frame]),
      about,
      wrong,
    ),
    check: () => say(check()),
  };
}
