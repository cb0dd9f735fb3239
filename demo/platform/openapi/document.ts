import { readFileSync } from 'node:fs';
import { areas } from '../areas.ts';
import { answerSchemas } from './answers.ts';
import { envelopeSchemas, responses } from './envelope.ts';
import { operationOf, pathOf, sharedParametersOf } from './operation.ts';
import type { Schema } from './schema.ts';
import { areaTexts } from './texts.ts';

const description = `The HTTP interface of a media platform, derived from the rows that the runtime checks and encodes its calls with.

- Booleans travel as 1 or 0, timestamps as unix seconds, lists with commas between their entries.
- IDs have up to 64 bits. They are text here: read and write them digit by digit.
- What is no GET may carry the fields of its query in its body as well, form-encoded or as JSON.
- Each call may carry \`cfo\`, a reference of the caller, in its query or its body. It comes back as \`metadata.calledfor\`. The reference platform finds the call by it: \`/__log?ref=…\`.
- Where a call is marked \`x-optional-argument\`, one more path segment may follow: the document lists it without a name.`;

const securitySchemes: Schema = {
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Request-CID',
    description: 'The session ID: decimal, up to 19 digits and more.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Request-Token',
    description:
      'Lower-case hex MD5 of operation + domain + secret, joined as text; the operation is the second path segment. A platform that asks for no signature gives no secret: then it is left out.',
  },
};

/** The whole interface as an OpenAPI 3.1 document. */
export function openApiDocument(): Schema {
  const paths: Record<string, Schema> = {};
  for (const area of areas) {
    for (const [name, row] of Object.entries(area.rows)) {
      paths[pathOf(`${area.name}/${name}`, row)] = {
        [row.method.toLowerCase()]: operationOf(area, name, row),
      };
    }
  }
  const { version } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Media platform interface v3.1',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'https://{host}/v3.1/{domain}',
        description: 'A base URL with the domain',
        variables: { host: { default: 'api.example.com' }, domain: { default: '741' } },
      },
      {
        url: 'https://{host}/v3.1',
        description: 'A base URL without it',
        variables: { host: { default: 'api.example.com' } },
      },
    ],
    tags: areas.map(({ name }) => ({ name, description: areaTexts[name] })),
    security: [{ session: [], signature: [] }, { session: [] }],
    paths,
    components: {
      schemas: { ...envelopeSchemas, ...answerSchemas.shared },
      responses,
      parameters: Object.assign({}, ...areas.map(sharedParametersOf)),
      securitySchemes,
    },
  };
}
