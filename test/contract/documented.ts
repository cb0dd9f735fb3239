import additions from '../samples/additions.json' with { type: 'json' };
import document from '../samples/interface.json' with { type: 'json' };

/** A parameter as interface.json writes it. */
interface Parameter {
  readonly type: string;
  readonly enum?: readonly (string | number)[];
  readonly known?: readonly string[];
  readonly open?: boolean;
  readonly required?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string;
}
type Parameters = Readonly<Record<string, Parameter>>;

interface Endpoint {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams?: Parameters;
  readonly query?: Parameters;
  readonly body?: Parameters;
  readonly rules?: readonly string[];
  readonly standardParameters?: 'statistics' | 'media';
  readonly note?: string;
}

/** A field and an endpoint in one form, to which the document and the rows are both brought. */
export interface PlainField {
  place: string;
  type: string;
  required: boolean;
  enum?: readonly (string | number)[] | undefined;
  known?: readonly string[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  default?: string | undefined;
  secret: boolean;
}
export interface PlainEndpoint {
  method: string;
  path: string;
  fields: Record<string, PlainField>;
  rules: unknown[];
  result: string | undefined;
  changes: boolean;
}

export const endpoints: readonly Endpoint[] = document.endpoints as unknown as readonly Endpoint[];

const matches = (pattern: string, name: string): boolean =>
  pattern.includes('*')
    ? new RegExp(`^${pattern.replace('*', '.*')}$`).test(name)
    : pattern === name;
const covers = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => matches(pattern, name));

/** What interface.json and additions.json together say of an endpoint. */
export function documented(endpoint: Endpoint): PlainEndpoint {
  const { id, standardParameters } = endpoint;
  const fields: Record<string, PlainField> = {};
  const add = (owner: string, place: string, parameters: Parameters = {}): void => {
    for (const [name, parameter] of Object.entries(parameters)) {
      fields[name] = plain(`${owner}#${name}`, place, parameter);
    }
  };
  add(id, 'path', endpoint.pathParams);
  add(id, 'query', endpoint.query);
  add(id, 'body', endpoint.body);
  if (additions.argument.endpoints.includes(id)) add(id, 'path', { argument: additions.argument });
  if (standardParameters === 'statistics') {
    add('statistics', 'query', document.standardParameters.statistics as Parameters);
  }
  if (standardParameters === 'media') {
    add('media', 'query', additions.mediaParameters as Parameters);
  }
  const rules = additions.rules as Record<string, unknown[]>;
  return {
    method: endpoint.method,
    path: endpoint.path,
    fields,
    rules: [
      ...(endpoint.rules ?? []).flatMap((rule) => rules[rule]!),
      ...(standardParameters === 'statistics' ? additions.statisticsRules.rules : []),
    ],
    result: additions.results.find((result) => covers(result.endpoints, id))?.as,
    changes: additions.changing.endpoints.includes(id),
  };
}

function plain(name: string, place: string, parameter: Parameter): PlainField {
  const refined = additions.refinedTypes.find((entry) => covers(entry.fields, name))?.type;
  const range = additions.ranges.find((entry) => covers(entry.fields, name));
  return {
    place,
    type: refined ?? (additions.types as Record<string, string>)[parameter.type] ?? parameter.type,
    required: place === 'path' ? parameter.required !== false : !!parameter.required,
    enum: parameter.enum,
    known: parameter.known,
    minimum: parameter.minimum ?? range?.minimum,
    maximum: parameter.maximum ?? range?.maximum,
    default: parameter.default,
    secret: covers(additions.secrets.fields, name),
  };
}
