import { openApiDocument } from '../../../demo/platform/openapi/document.ts';
import type { Endpoint, EndpointField } from '../endpoint.ts';
import type { AnswerSchema, SharedSchemas } from './answer-fields.ts';
import type { EndpointAnswer } from './answer-section.ts';
import { allowedOf, kindOf, suggestionsOf, type FieldSchema } from './field-words.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: FieldSchema;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly unknown[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: BodySchema }>>;
  };
  readonly 'x-optional-argument'?: boolean;
  readonly responses: {
    readonly 200: {
      readonly content: {
        readonly 'application/json': {
          readonly schema: { readonly allOf: readonly [unknown, ResultSchema] };
          readonly example: EndpointAnswer['example'];
        };
      };
    };
  };
}

interface ResultSchema {
  readonly properties: { readonly result: AnswerSchema };
}

/** An endpoint, and what it answers with. */
export interface EndpointWithAnswer extends Endpoint {
  readonly answer: EndpointAnswer;
}

interface BodySchema {
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** The parts of the OpenAPI document that the pages show. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: SharedSchemas;
  };
}

/** Every endpoint of the OpenAPI document, by area and in its order. */
export function readEndpoints(): EndpointWithAnswer[] {
  // The document is plain JSON Schema; only its parts named above are read.
  const document = openApiDocument() as unknown as Document;
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId,
      area: operation.tags[0],
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      description: operation.description,
      needsSession: operation.security?.length !== 0,
      fields: fieldsOf(operation, document.components.parameters),
      answer: answerOf(operation, document.components.schemas),
    })),
  );
}

function answerOf({ responses }: Operation, shared: SharedSchemas): EndpointAnswer {
  const { schema, example } = responses[200].content['application/json'];
  return { schema: schema.allOf[1].properties.result, shared, example };
}

function fieldsOf(
  operation: Operation,
  shared: Readonly<Record<string, Parameter>>,
): EndpointField[] {
  const parameters = (operation.parameters ?? []).map((each) =>
    each.$ref ? shared[each.$ref.split('/').at(-1)!]! : each,
  );
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const fields = parameters.map(({ name, in: place, required, description, schema }) =>
    fieldOf(name, place, schema, { isRequired: required === true, meaning: description ?? '' }),
  );
  const bodyFields = Object.entries(body?.properties ?? {}).map(([name, schema]) =>
    fieldOf(name, 'body', schema, {
      isRequired: body?.required?.includes(name) === true,
      meaning: schema.description ?? '',
    }),
  );
  return [...fields, ...(operation['x-optional-argument'] ? [segment] : []), ...bodyFields];
}

/** The optional argument that the document of the interface leaves without a name. */
const segment = fieldOf(
  'argument',
  'segment',
  { type: 'string' },
  { isRequired: false, meaning: 'One more path segment. The document gives it no name.' },
);

function fieldOf(
  name: string,
  place: EndpointField['place'],
  schema: FieldSchema,
  rest: Pick<EndpointField, 'isRequired' | 'meaning'>,
): EndpointField {
  const suggestions = suggestionsOf(schema);
  return {
    name,
    place,
    kind: kindOf(schema),
    allowed: allowedOf(schema),
    ...(schema.enum && { choices: schema.enum.map(String) }),
    ...(suggestions && { suggestions }),
    ...rest,
  };
}
