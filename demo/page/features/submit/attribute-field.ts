import type { EditableAttribute } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { hintOf, labelOf } from './attribute-text.ts';
import { checkAttribute } from './check-attribute.ts';
import { fieldText, type Draft } from './draft.ts';
import { createField, readInput, type Field } from './field.ts';

export interface AttributeFieldParts {
  readonly name: string;
  readonly attribute: EditableAttribute;
  readonly draft: Draft;
  readonly isRequired: boolean;
}

/** A field as the platform describes it. */
export function createAttributeField(parts: AttributeFieldParts): Field {
  const { name, attribute, draft, isRequired } = parts;
  const input = createInput(name, attribute, draft);
  const check = (): string => {
    const value = readInput(input);
    return isRequired && !String(value).trim() ? 'It is needed.' : checkAttribute(attribute, value);
  };
  return createField({
    name,
    label: labelOf(name),
    hint: hintOf(attribute),
    input,
    check,
    draft,
    isRequired,
  });
}

function createInput(
  name: string,
  { type }: EditableAttribute,
  draft: Draft,
): HTMLInputElement | HTMLTextAreaElement {
  const values = draft.get();
  if (type === 'text') return el('textarea', { rows: '5' }, fieldText(values, name));
  if (type === 'boolean') {
    const checked = values[name] === true;
    return el('input', { type: 'checkbox', class: 'tick', checked });
  }
  return el('input', {
    type: type === 'date' ? 'date' : 'text',
    inputmode: type === 'integer' && 'numeric',
    value: fieldText(values, name),
    autocomplete: 'off',
  });
}
