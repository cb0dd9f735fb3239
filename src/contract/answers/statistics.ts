/**
 * How far media were watched: the number of views that reached each step, in percent of the
 * duration. `Object.entries()` gives the steps that have no type here.
 */
export type ProgressFigures = {
  readonly progress25?: number;
  readonly progress50?: number;
  readonly progress75?: number;
  readonly progress95?: number;
  readonly progress100?: number;
};

/**
 * The performance of the last minutes. View time is in minutes. `Object.entries()` gives the
 * figures that have no type here.
 */
export type RealtimeFigures = {
  readonly displays?: number;
  readonly playerstarts?: number;
  readonly views?: number;
  readonly viewtime?: number;
  readonly downloads?: number;
  readonly clicks?: number;
  readonly adrequests?: number;
  readonly adimpressions?: number;
  readonly adclicks?: number;
  readonly aderrors?: number;
  /** On external platforms: `realtimeexternal` and `realtimechartsexternal`. */
  readonly viewsexternal?: number;
};
