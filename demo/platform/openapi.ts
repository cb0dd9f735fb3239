import { mkdirSync, writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi/document.ts';

// `npm run openapi`: writes the OpenAPI document beside the build.
const folder = new URL('../../dist/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('openapi.json', folder), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
