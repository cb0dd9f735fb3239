import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '../../demo/platform/openapi/document.ts';

type SpecData = Record<string, unknown>;
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: { enum?: unknown[]; anyOf?: { enum?: unknown[] }[] };
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
  security?: object[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation & Record<string, unknown>>>;
  components: { parameters: Record<string, Parameter> };
}
interface Parameters {
  [name: string]: { enum?: unknown[]; known?: unknown[]; required?: boolean };
}
interface Endpoint {
  id: string;
  method: string;
  path: string;
  note?: string;
  standardParameters?: string;
  pathParams?: Parameters;
  query?: Parameters;
  body?: Parameters;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../samples/${name}.json`, import.meta.url), 'utf8'));
const { endpoints: documented, standardParameters } = read('interface') as {
  endpoints: Endpoint[];
  standardParameters: { statistics: Parameters };
};
const { mediaParameters, parameters, argument, required } = read('additions') as {
  mediaParameters: Parameters;
  parameters: Record<string, Pick<Endpoint, 'query' | 'body'> | undefined>;
  argument: { endpoints: string[] };
  required: { fields: string[] };
};
/** Parameters that several endpoints share, by the name of their `standardParameters`. */
const sharedParameters: Readonly<Record<string, Parameters>> = {
  statistics: standardParameters.statistics,
  media: mediaParameters,
};
/** With the parameters that additions.json gives to a single endpoint. */
const endpoints = documented.map((endpoint) => ({
  ...endpoint,
  ...together('query', endpoint),
  ...together('body', endpoint),
}));
const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

function together(place: 'query' | 'body', endpoint: Endpoint): Pick<Endpoint, 'query' | 'body'> {
  const added = parameters[endpoint.id]?.[place];
  return added ? { [place]: { ...endpoint[place], ...added } } : {};
}

/** The parameters of an operation with their references followed. */
function parametersOf({ parameters = [] }: Operation, place: string): Record<string, Parameter> {
  const followed = parameters.map((one) =>
    one.$ref
      ? (document.components.parameters[one.$ref.split('/').pop() as string] as Parameter)
      : one,
  );
  return Object.fromEntries(
    followed.filter((one) => one.in === place).map((one) => [one.name, one]),
  );
}

test('the OpenAPI document is valid by an independent validator', async () => {
  const { valid, errors } = await new Validator().validate(
    structuredClone(document) as unknown as SpecData,
  );
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
});

test('the validator is one that refuses', async () => {
  const broken = structuredClone(document);
  Object.assign(broken.paths['/session/keepalive']?.['post'] as object, { responses: 5 });
  expect((await new Validator().validate(broken as unknown as SpecData)).valid).toBe(false);
});

test('it has one operation for each of the 114 endpoints, with method and path of the document', () => {
  const expected = endpoints.map(
    ({ id, method, path }) => `${id} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(
    operations
      .map(
        ({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
      )
      .toSorted(),
  ).toEqual(expected.toSorted());
  expect(expected).toHaveLength(114);
});

test('every parameter is where the document has it, with its enumeration, and no other is there', () => {
  for (const endpoint of endpoints) {
    const { operation } = operations.find((one) => one.operation.operationId === endpoint.id) as {
      operation: Operation;
    };
    const shared = sharedParameters[endpoint.standardParameters ?? ''] ?? {};
    const query: Parameters = { ...endpoint.query, ...shared };
    const given = parametersOf(operation, 'query');
    expect(Object.keys(given).toSorted(), endpoint.id).toEqual(
      Object.keys({
        ...query,
        ...(shared === mediaParameters && { selectedStreamtypes: 1 }),
      }).toSorted(),
    );
    expect(Object.keys(parametersOf(operation, 'path')), endpoint.id).toEqual(
      Object.keys(endpoint.pathParams ?? {}),
    );
    for (const [name, parameter] of Object.entries(query)) {
      const isAdded = required.fields.includes(`${endpoint.id}#${name}`);
      expect(given[name]?.required ?? false, `${endpoint.id} ${name}`).toBe(
        isAdded || (parameter.required ?? false),
      );
      if (parameter.enum) {
        expect(given[name]?.schema.enum, `${endpoint.id} ${name}`).toEqual(parameter.enum);
      }
      if (parameter.known) {
        expect(given[name]?.schema.anyOf?.[0]?.enum, `${endpoint.id} ${name}`).toEqual(
          parameter.known,
        );
      }
    }
    for (const type of endpoint.body
      ? ['application/x-www-form-urlencoded', 'application/json']
      : []) {
      expect(Object.keys(operation.requestBody?.content[type]?.schema.properties ?? {})).toEqual(
        Object.keys(endpoint.body ?? {}),
      );
    }
    if (!endpoint.body) expect(operation.requestBody, endpoint.id).toBeUndefined();
  }
});

test('the unnamed argument is marked exactly where the document lists one', () => {
  const marked = operations
    .filter(({ operation }) => operation['x-optional-argument'] === true)
    .map(({ operation }) => operation.operationId);
  expect(marked.toSorted()).toEqual(argument.endpoints.toSorted());
});

test('only init and staticdetails go without authorization', () => {
  const open = operations
    .filter(({ operation }) => operation.security?.length === 0)
    .map(({ operation }) => operation.operationId);
  expect(open.toSorted()).toEqual(['session/init', 'session/staticdetails']);
});
