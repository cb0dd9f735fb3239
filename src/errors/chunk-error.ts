import { UsherError } from './usher-error.ts';

/**
 * A part of Usher could not be loaded: `network`, or not in time: `timeout`. The cause is the
 * server of the page's script, not the platform. A later call loads it again.
 */
export class ChunkError extends UsherError<'network' | 'timeout'> {
  /** The part, for example `login` or `checkout`. */
  declare readonly chunk: string;

  constructor(chunk: string, code: 'network' | 'timeout', cause?: unknown) {
    super(code, `The code for ${chunk} could not be loaded by the page's script`, {
      retryable: true,
      chunk,
      cause,
    });
  }
}
