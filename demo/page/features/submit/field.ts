import { el } from '../../ui/dom.ts';
import type { Draft } from './draft.ts';

/** An element that a value is entered into. */
export type FieldInput = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A labelled field of the form. */
export interface Field<Input extends FieldInput = FieldInput> {
  readonly name: string;
  readonly label: string;
  readonly input: Input;
  readonly element: HTMLElement;
  /** Shows beneath the field what is wrong with it, and answers with that; empty for nothing. */
  readonly check: () => string;
}

export interface FieldParts<Input extends FieldInput> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly input: Input;
  /** What is wrong with the value, in words. Default: nothing ever is. */
  readonly check?: () => string;
  readonly isRequired?: boolean;
  /** What is entered goes into it. */
  readonly draft: Draft;
}

/** What was entered: whether a checkbox is checked, else text. */
export const readInput = (input: FieldInput): string | boolean =>
  isCheckbox(input) ? input.checked : input.value;

export const isCheckbox = (input: FieldInput): input is HTMLInputElement =>
  input.type === 'checkbox';

/** A field with its hint, and beneath it what is wrong with what was entered. */
export function createField<Input extends FieldInput>(parts: FieldParts<Input>): Field<Input> {
  const { name, label, hint = '', input, check = () => '', isRequired = false, draft } = parts;
  const id = `field-${name}`;
  const hintId = `${id}-hint`;
  const problem = el('p', { class: 'field-wrong', id: `${id}-wrong` });
  Object.assign(input, { id, name, required: isRequired });
  if (hint) input.setAttribute('aria-describedby', hintId);

  const showProblem = (text: string): string => {
    problem.textContent = text;
    input.setAttribute('aria-invalid', String(Boolean(text)));
    const describedBy = [hint && hintId, text && problem.id].filter(Boolean);
    input.setAttribute('aria-describedby', describedBy.join(' '));
    return text;
  };
  input.addEventListener('input', () => {
    draft.change({ [name]: readInput(input) });
    if (problem.textContent) showProblem(check());
  });
  input.addEventListener('change', () => {
    if (readInput(input)) showProblem(check());
  });

  const caption = el(
    'label',
    { for: id },
    label,
    isRequired && el('span', { class: 'field-needed' }, ' (needed)'),
  );
  const isSwitch = isCheckbox(input);
  const frame = input instanceof HTMLSelectElement ? el('div', { class: 'filter' }, input) : input;
  const element = el(
    'div',
    { class: isSwitch ? 'form-field switch-field' : 'form-field', 'data-field': name },
    ...(isSwitch ? [input, caption] : [caption, frame]),
    hint && el('p', { class: 'field-hint', id: hintId }, hint),
    problem,
  );
  return { name, label, input, element, check: () => showProblem(check()) };
}
