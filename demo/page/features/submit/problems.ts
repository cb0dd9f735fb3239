import { el } from '../../ui/dom.ts';
import { getElement } from '../../ui/get-element.ts';
import type { Field, FieldInput } from './field.ts';

/** A field with what is wrong with it. */
export interface Problem {
  readonly field: Field;
  readonly text: string;
}

/** What keeps a draft from being shown, each with a link to its field. */
export function showProblems(container: HTMLElement, problems: readonly Problem[]): void {
  if (!problems.length) return container.replaceChildren();
  const links = problems.map(({ field: { label, input }, text }) => {
    const goTo = (event: Event): void => {
      event.preventDefault();
      focusField(input);
    };
    return el('li', {}, el('a', { href: `#${input.id}`, onclick: goTo }, label), `: ${text}`);
  });
  container.replaceChildren(
    el(
      'div',
      { class: 'notice problems', role: 'alert' },
      el(
        'h2',
        { tabindex: '-1' },
        problems.length === 1
          ? 'One thing is not right yet'
          : `${problems.length} things are not right yet`,
      ),
      el('ul', {}, ...links),
    ),
  );
  getElement('h2', container).focus();
}

/** Unfolds the part of the form that the field is in. */
function focusField(input: FieldInput): void {
  const fold = input.closest('details');
  if (fold) fold.open = true;
  input.focus();
}
