import { UsherError } from './usher-error.ts';

/** The caller's signal was aborted, the session ended meanwhile, or the runtime was disposed of. */
export class AbortedError extends UsherError<'aborted'> {
  constructor() {
    super('aborted', 'The call was aborted');
  }
}
