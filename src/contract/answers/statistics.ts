/**
 * How far media were watched: the number of views that reached each step, in percent of the
 * duration. `Object.entries()` gives the steps that have no type here.
 */
export type ProgressFigures = {
  /** Views that reached 25 % of the duration. */
  readonly progress25?: number;
  /** Views that reached 50 % of the duration. */
  readonly progress50?: number;
  /** Views that reached 75 % of the duration. */
  readonly progress75?: number;
  /** Views that reached 95 % of the duration. */
  readonly progress95?: number;
  /** Views that reached the end. */
  readonly progress100?: number;
};

/**
 * The performance of the last minutes. View time is in minutes. `Object.entries()` gives the
 * figures that have no type here.
 */
export type RealtimeFigures = {
  /** How often players were shown. */
  readonly displays?: number;
  /** How often players started to load media. */
  readonly playerstarts?: number;
  /** How often media were watched. */
  readonly views?: number;
  /** How long media were watched, in minutes. */
  readonly viewtime?: number;
  /** How often files were downloaded. */
  readonly downloads?: number;
  /** How often viewers clicked in a player. */
  readonly clicks?: number;
  /** How often an ad was asked for. */
  readonly adrequests?: number;
  /** How often an ad was shown. */
  readonly adimpressions?: number;
  /** How often an ad was clicked. */
  readonly adclicks?: number;
  /** How often an ad failed. */
  readonly aderrors?: number;
  /** On external platforms: `realtimeexternal` and `realtimechartsexternal`. */
  readonly viewsexternal?: number;
};
