/** A request to the platform that has ended. It contains no data of the viewer. */
export interface CallEvent {
  /** The id of the endpoint: the route, without values. */
  readonly id: string;
  /** When it was sent, in ms since 1970. */
  readonly startedAt: number;
  /** From 1. The repeats of a read count on. */
  readonly attempt: number;
  /** The HTTP status, or the answer's own if that is higher. 0 without an answer. */
  readonly status: number;
  /** Time until the end of the answer. */
  readonly durationMs: number;
  /** The code of the error, if it failed. */
  readonly code?: string | undefined;
  /**
   * The reference of the call (`cfo`), as the answer repeats it or else as it was sent. Absent when
   * none was sent.
   */
  readonly reference?: string | undefined;
}
