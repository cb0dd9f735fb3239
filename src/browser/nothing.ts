/** Does nothing. It stands where a function is required and there is nothing to do. */
export const nothing = (): void => {};
