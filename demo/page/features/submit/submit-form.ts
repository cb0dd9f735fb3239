import { repeat } from 'lit/directives/repeat.js';
import { html, type TemplateResult } from 'lit/html.js';
import type { EditableAttribute, EditableAttributes, SystemEntry } from 'usher-runtime';
import { attributeField } from './attribute-field.ts';
import type { FilledListField } from './submit-lists.ts';

export interface SubmitFormParts {
  readonly attributes: EditableAttributes;
  readonly restrictions: EditableAttributes;
  readonly listFields: readonly FilledListField[];
}

/** The fields of one streamtype: those that the platform lets be edited, and its lists. */
export function submitForm(parts: SubmitFormParts): TemplateResult {
  const { attributes, restrictions, listFields } = parts;
  const written = Object.entries(attributes).filter(
    ([name]) => !listFields.some((field) => field.name === name),
  );
  const isOfUser = ([, { allowedInUGC }]: Named): boolean => isYes(allowedInUGC);
  const editorial = written.filter((named) => !isOfUser(named));
  return html`<div class="submit-groups">
    <fieldset>
      <legend>In your words</legend>
      ${attributeFields(written.filter(isOfUser))}
    </fieldset>
    <fieldset class="two">
      <legend>What it is</legend>
      ${repeat(listFields, ({ list }) => list, listField)}
      <div class="form-field">
        <label for="field-voice">A voice to read it out</label>
        <div class="filter"><select id="field-voice" name="voice" data-voices></select></div>
      </div>
    </fieldset>
    <fieldset class="two">
      <legend>What the house decides</legend>
      ${attributeFields([...editorial, ...Object.entries(restrictions)])}
    </fieldset>
  </div>`;
}

type Named = readonly [name: string, attribute: EditableAttribute];

/** A field keeps what was entered when another streamtype has it too. */
const attributeFields = (named: readonly Named[]): unknown =>
  repeat(
    named,
    ([name]) => name,
    ([name, attribute]) => attributeField(name, attribute),
  );

/** In whatever form a platform writes it. */
const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1';

const listField = ({ name, label, entries }: FilledListField): TemplateResult => html`
  <div class="form-field" data-field=${name}>
    <label for="field-${name}">${label}</label>
    <div class="filter">
      <select id="field-${name}" name=${name}>
        ${listOptions(entries, 'Not said')}
      </select>
    </div>
  </div>
`;

/** The options of a list. Some lists go by code, some by ID. `none` is the text of no choice. */
export const listOptions = (entries: readonly SystemEntry[], none: string): TemplateResult =>
  html`<option value="">${none}</option>
    ${entries.map(({ code, ID, title }) => html`<option value=${code ?? ID ?? ''}>${title}</option>`)}`;
