import { h, type VNode } from 'vue';
import type { EndpointField } from '../endpoint.ts';

/** So many fields are shown at once; the optional ones of a longer list are folded away. */
const MOST_OPEN_FIELDS = 8;

/** An input for each field. What is typed is written to `values`, by the name of the field. */
export function fieldInputs(
  fields: readonly EndpointField[],
  values: Record<string, string>,
): VNode[] {
  const inputs = (shown: readonly EndpointField[]): VNode =>
    h(
      'div',
      { class: 'try-fields' },
      shown.map((field) => inputOf(field, values)),
    );
  if (fields.length === 0) return [];
  if (fields.length <= MOST_OPEN_FIELDS) return [inputs(fields)];
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  return [
    ...(required.length > 0 ? [inputs(required)] : []),
    h('details', [h('summary', `${optional.length} optional fields`), inputs(optional)]),
  ];
}

function inputOf(field: EndpointField, values: Record<string, string>): VNode {
  const { name, kind, place, isRequired } = field;
  const onInput = (event: Event): void => {
    values[name] = (event.target as HTMLInputElement | HTMLSelectElement).value;
  };
  const common = { name, required: isRequired, value: values[name] ?? '', onInput };
  return h('label', { class: 'try-field' }, [
    h('b', `${name}${isRequired ? ' *' : ''}`),
    field.choices ? choiceOf(field.choices, common) : textOf(field, common),
    h('span', place === 'query' ? kind : `${kind}, in the ${placeText(place)}`),
  ]);
}

const placeText = (place: EndpointField['place']): string => (place === 'body' ? 'body' : 'path');

function choiceOf(choices: readonly string[], common: Record<string, unknown>): VNode {
  return h('select', common, [
    h('option', { value: '' }, ''),
    ...choices.map((choice) => h('option', { value: choice }, choice)),
  ]);
}

function textOf(field: EndpointField, common: Record<string, unknown>): VNode {
  const isNumber = ['integer', 'ID', 'timestamp'].includes(field.kind);
  return h('input', {
    ...common,
    type: inputTypeOf(field),
    autocomplete: 'off',
    spellcheck: false,
    ...(isNumber && { inputmode: 'numeric' }),
    placeholder: field.suggestions?.slice(0, 3).join(', '),
  });
}

function inputTypeOf({ name, kind }: EndpointField): string {
  if (name === 'password') return 'password';
  return kind === 'day' ? 'date' : 'text';
}
