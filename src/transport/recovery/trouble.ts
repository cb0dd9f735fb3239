// What a call needs once something has gone wrong: loaded with the first failure, as most pages
// never see one.
export { failureOf } from './failure.ts';
export { repeat } from './repeat.ts';
