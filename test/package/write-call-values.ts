import { mkdirSync, writeFileSync } from 'node:fs';
import { areas } from '../fixtures/contract/areas.ts';
import { callValuesModule, modulePath } from './call-values.ts';

// `npm run call-values`: writes the interfaces of the values of each endpoint from the tables.
mkdirSync('src/contract/call-values', { recursive: true });
for (const area of areas) writeFileSync(modulePath(area), await callValuesModule(area));
