import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { EditableAttribute } from 'usher-runtime';

/**
 * A field as the platform describes it. The browser checks its value by the same rules before it
 * submits the form.
 */
export function attributeField(name: string, attribute: EditableAttribute): TemplateResult {
  const id = `field-${name}`;
  const hint = hintOf(name, attribute);
  const label = html`<label for=${id}
    >${spellOut(name)}${isNeeded(name) ? ' (needed)' : ''}</label
  >`;
  const input = attributeInput(name, attribute);
  const isSwitch = attribute.type === 'boolean';
  return html`<div class="form-field ${isSwitch ? 'switch-field' : ''}" data-field=${name}>
    ${isSwitch ? [input, label] : [label, input]}
    ${hint ? html`<p class="field-hint" id="${id}-hint">${hint}</p>` : nothing}
  </div>`;
}

function attributeInput(name: string, attribute: EditableAttribute): TemplateResult {
  const { type, maxlength = 0 } = attribute;
  const id = `field-${name}`;
  const hintId = hintOf(name, attribute) ? `${id}-hint` : nothing;
  const max = maxlength > 0 ? maxlength : nothing;
  if (type === 'boolean') {
    return html`<input
      type="checkbox"
      class="tick"
      value="1"
      id=${id}
      name=${name}
      aria-describedby=${hintId}
    />`;
  }
  if (type === 'text') {
    return html`<textarea
      rows="5"
      id=${id}
      name=${name}
      maxlength=${max}
      aria-describedby=${hintId}
    ></textarea>`;
  }
  const [from, to] = rangeOf(attribute);
  return html`<input
    type=${isMoment(name) ? 'datetime-local' : (inputTypes[type ?? ''] ?? 'text')}
    id=${id}
    name=${name}
    ?required=${isNeeded(name)}
    maxlength=${max}
    min=${from ?? nothing}
    max=${to ?? nothing}
    aria-describedby=${hintId}
    @input=${({ currentTarget }: Event) => checkFormat(currentTarget, name, attribute)}
  />`;
}

/** The platform does not say what it needs. No list shows an item without a title. */
const isNeeded = (name: string): boolean => name === 'title';

/** The interface takes unix seconds, a viewer enters a day and a time. */
const isMoment = (name: string): boolean => name === 'availableFrom' || name === 'availableUntil';

/** What a field is sent as. */
export const sentValue = (name: string, entered: string): string =>
  isMoment(name) ? String(Date.parse(entered) / 1000) : entered;

const inputTypes: Readonly<Record<string, string>> = { integer: 'number', date: 'date' };

/** The format of an integer may be a range, as `0-21`. */
function rangeOf({ type, format = '' }: EditableAttribute): readonly (string | undefined)[] {
  if (type !== 'integer') return [];
  const [, from = '0', to] = /^(\d+)-(\d+)$/.exec(format) ?? [];
  return [from, to];
}

/**
 * Tells the browser whether a value is of the form that the platform asks for. The attribute
 * `pattern` cannot: it takes only expressions with the flag `v`, and `[a-z0-9-]` is none.
 */
function checkFormat(input: EventTarget | null, name: string, attribute: EditableAttribute): void {
  if (!(input instanceof HTMLInputElement)) return;
  const pattern = patternOf(attribute);
  const parts = attribute.type === 'list' ? input.value.split(',') : [input.value];
  const wrong = parts.map((part) => part.trim()).find((part) => part && !pattern?.test(part));
  const text = [`“${wrong}” does not fit.`, meaningOf(name, attribute)].join(' ').trim();
  input.setCustomValidity(pattern && wrong ? text : '');
}

/** The format of a text is a regular expression. One that no browser understands checks nothing. */
function patternOf({ type, format }: EditableAttribute): RegExp | undefined {
  if (!format || type === 'integer' || type === 'date') return undefined;
  try {
    return new RegExp(`^(?:${format})$`, 'u');
  } catch {
    return undefined;
  }
}

/** What an attribute is, and which values it takes. */
function hintOf(name: string, attribute: EditableAttribute): string {
  const { maxlength = 0 } = attribute;
  const length = maxlength.toLocaleString(document.documentElement.lang);
  const [from, to] = rangeOf(attribute);
  return [
    meaningOf(name, attribute),
    maxlength > 0 ? `At most ${length} characters.` : '',
    to ? `From ${from} to ${to}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The platform ends no hint with a full stop. */
const meaningOf = (name: string, { hint }: EditableAttribute): string =>
  hints[name] ?? (hint ? `${hint}.` : '');

/** For fields whose hints are for programmers. */
const hints: Readonly<Record<string, string>> = {
  channel: 'The number of the channel.',
  format: 'The number of the format.',
  studio: 'The number of the studio.',
  availableFrom: 'Leave it empty for at once.',
  availableUntil: 'Leave it empty for always.',
  needsLogin: 'Only for viewers who are logged in.',
  domains: 'The numbers of the sites that may show it, joined by commas. Leave it empty for all.',
  price: 'In cents: 499 for €4.99.',
  ownagePrice: 'In cents: 1299 for €12.99.',
};

/** Fields whose names in the interface are no words. */
const labels: Readonly<Record<string, string>> = {
  slug: 'Name in the address',
  refnr: 'Number in the house',
  releasedate: 'First release',
  isPicked: 'Picked by the editors',
  forKids: 'For children',
  domains: 'Sites',
  isPay: 'For sale',
  price: 'Price to rent',
  ownagePrice: 'Price to keep',
  isPremiumOnly: 'Premium only',
};

/** `socialTitle` as "Social title", where the page has no words of its own. */
function spellOut(name: string): string {
  if (labels[name]) return labels[name];
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
