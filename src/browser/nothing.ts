/** Does nothing. Used where a function is required. */
export const nothing = (): void => {};
