import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../demo/platform/openapi/document.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

/** Compares answers with the OpenAPI document: what is wrong with one, a line each. */
export function createAnswerCheck(): (id: string, answer: object) => string[] {
  const document = openApiDocument() as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: object;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  return (id, answer) => {
    const { responses } = operations.find(({ operationId }) => operationId === id)!;
    const { schema } = responses['200']!.content['application/json']!;
    const isValid = ajv.compile({ ...schema, components: document.components });
    if (isValid(answer)) return [];
    return isValid.errors!.map(({ instancePath, message }) => `${id}${instancePath} ${message}`);
  };
}
