import { live } from 'lit/directives/live.js';
import { html, render } from 'lit/html.js';
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
  const element = document.createElement('div');
  element.className = 'choice';
  const change = ({ currentTarget: select }: Event): void => {
    if (!(select instanceof HTMLSelectElement)) return;
    if (isChoice(name, select.value)) view.change({ [name]: select.value });
  };
  view.subscribe((now) => {
    const options = Object.entries(choices[name]).map(
      ([value, text]) =>
        html`<option
          value=${value}
          ?disabled=${!isAllowed(value, now)}
          .selected=${live(value === now[name])}
        >
          ${text}
        </option>`,
    );
    render(
      html`<label for=${id} class=${isHidden ? 'visually-hidden' : ''}>${label}</label>
        <select id=${id} data-choice=${name} @change=${change}>
          ${options}
        </select>`,
      element,
    );
  });
  return element;
}
