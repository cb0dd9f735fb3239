import type { EndpointId, EndpointResult } from '../../src/index.ts';

/** The result of each endpoint, for `answerSchemas()` to read. */
export type Results = { readonly [Id in EndpointId]: EndpointResult<Id> };
