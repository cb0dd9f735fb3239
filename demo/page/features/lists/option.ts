import { el } from '../../ui/dom.ts';

/** An option of a select, selected where its value is the chosen one. */
export const createOption = (value: string, text: string, chosen: string): HTMLOptionElement =>
  el('option', { value, selected: value === chosen }, text);
