import { el } from '../../ui/dom.ts';
import type { View } from './address.ts';
import { choices, isChoice, type ChoiceName } from './choices.ts';
import type { ViewStore } from './view-store.ts';

/** How many selects there are, for their IDs. */
let made = 0;

export interface ChoiceParts {
  readonly view: ViewStore;
  readonly name: ChoiceName;
  readonly label: string;
  /** The label is for screen readers only. Default: no. */
  readonly isHidden?: boolean;
  /** Default: every value is. */
  readonly isAllowed?: (value: string, view: View) => boolean;
}

/** A labelled select for one of the view's choices. */
export function createChoice(parts: ChoiceParts): HTMLElement {
  const { view, name, label, isHidden = false, isAllowed = () => true } = parts;
  made += 1;
  const id = `choice-${name}-${made}`;
  const options = Object.entries(choices[name]).map(([value, text]) =>
    el('option', { value }, text),
  );
  const select = el('select', { id, 'data-choice': name }, ...options);
  select.addEventListener('change', () => {
    if (isChoice(name, select.value)) view.change({ [name]: select.value });
  });
  view.subscribe((now) => {
    for (const option of options) option.disabled = !isAllowed(option.value, now);
    select.value = now[name];
  });
  return el(
    'div',
    { class: 'choice' },
    el('label', { for: id, class: isHidden ? 'visually-hidden' : '' }, label),
    select,
  );
}
