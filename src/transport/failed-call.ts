// The code for failed calls. Loaded with the first failure, because most pages have none.
export { failureOf } from './failure.ts';
export { repeat } from './repeat.ts';
