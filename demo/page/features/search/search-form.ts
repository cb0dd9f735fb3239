import { live } from 'lit/directives/live.js';
import { html, type TemplateResult } from 'lit/html.js';
import { fields, modes, readMode, scores, type Search } from './search-options.ts';

export interface SearchFormParts {
  readonly search: Search;
  /** The fields that narrow the search down. */
  readonly filters: HTMLElement;
  /** The part that narrows the search down is unfolded. */
  readonly isOpen: boolean;
  readonly onChange: (search: Search) => void;
}

/** How to search: by which words, in which text, how well it must match. */
export function searchForm(parts: SearchFormParts): TemplateResult {
  const { search, filters, isOpen, onChange } = parts;
  const change = ({ currentTarget, target }: Event): void => {
    if (!(currentTarget instanceof HTMLFormElement)) return;
    if (target instanceof Node && !filters.contains(target)) {
      onChange(readForm(currentTarget, search));
    }
  };
  return html`<form
    class="search-options"
    aria-label="How to search"
    @change=${change}
    @submit=${(event: Event) => event.preventDefault()}
  >
    ${modeChoice(search)}
    <details class="search-more" ?open=${isOpen || isNarrow(search)}>
      <summary>Narrow it down</summary>
      <div>
        ${filters} ${search.mode === 'relevance' ? scoreSelect(search) : partsSwitch(search)}
        ${fieldChoice(search)}
      </div>
    </details>
  </form>`;
}

const isNarrow = ({ hasParts, fields: chosen, score }: Search): boolean =>
  hasParts || chosen.length > 0 || Boolean(score);

const modeChoice = (search: Search): TemplateResult =>
  html`<div>
    <fieldset class="modes">
      <legend class="visually-hidden">Words</legend>
      ${Object.entries(modes).map(
        ([name, { title }]) =>
          html`<label class="mode"
            ><input
              type="radio"
              name="mode"
              value=${name}
              aria-describedby="mode-story"
              .checked=${live(name === search.mode)}
            />${title}</label
          >`,
      )}
    </fieldset>
    <p class="mode-story" id="mode-story">${modes[search.mode].story}</p>
  </div>`;

const scoreSelect = ({ score: chosen }: Search): TemplateResult =>
  html`<label class="filter"
    ><span>How well it must match</span
    ><select name="score">
      ${[['', 'Any match'] as const, ...Object.entries(scores)].map(
        ([score, title]) =>
          html`<option value=${score} .selected=${live(score === chosen)}>${title}</option>`,
      )}
    </select></label
  >`;

const partsSwitch = ({ hasParts }: Search): TemplateResult =>
  checkbox({ name: 'parts', value: '1', isChecked: hasParts, text: 'Parts of words too' });

const fieldChoice = ({ fields: chosen }: Search): TemplateResult =>
  html`<fieldset class="fields">
    <legend>Only in</legend>
    ${Object.entries(fields).map(([field, text]) =>
      checkbox({ name: 'in', value: field, isChecked: chosen.includes(field), text }),
    )}
  </fieldset>`;

interface Checkbox {
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly text: string;
}

const checkbox = ({ name, value, isChecked, text }: Checkbox): TemplateResult =>
  html`<label class="check"
    ><input
      type="checkbox"
      class="tick"
      name=${name}
      value=${value}
      .checked=${live(isChecked)}
    /><span>${text}</span></label
  >`;

function readForm(form: HTMLFormElement, { query }: Search): Search {
  const data = new FormData(form);
  return {
    query,
    mode: readMode(data.get('mode')),
    hasParts: data.has('parts'),
    fields: data.getAll('in').map(textOf),
    score: textOf(data.get('score')),
  };
}

/** A value of a form, which could also be a file. */
const textOf = (value: FormDataEntryValue | null): string =>
  typeof value === 'string' ? value : '';
