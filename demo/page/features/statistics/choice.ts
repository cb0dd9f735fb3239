import { el } from '../../ui/dom.ts';
import { choices } from './choices.ts';

let made = 0;

/**
 * A labelled select for one of the view's choices.
 * @param {{ view: any, name: string, label: string, isHidden?: boolean, isAllowed?: (value: string,
 *   view: any) => boolean }} options `isHidden` hides the label from the eye
 */
export function createChoice({ view, name, label, isHidden = false, isAllowed = () => true }) {
  const id = `choice-${name}-${++made}`;
  const options = Object.entries(choices[name]).map(([value, words]) =>
    el('option', { value }, words),
  );
  const select = el(
    'select',
    { id, 'data-choice': name, onchange: () => view.change({ [name]: select.value }) },
    ...options,
  );
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
