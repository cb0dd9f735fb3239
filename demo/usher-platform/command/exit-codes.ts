/** How `usher-platform` ends. With `--exec` it ends with the code of that command. */
export const exitCodes = {
  stopped: 0,
  /** Something else went wrong, or what was asked for has a problem. */
  failed: 1,
  /** An argument, a fault or the catalogue cannot be read. */
  wrongArgument: 2,
  /** The port or the data folder is in use. */
  inUse: 3,
} as const;

/** An argument that cannot be what it is. */
export class WrongArgument extends Error {}
