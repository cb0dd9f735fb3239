/** Lets the browser paint and answer the viewer before the next piece of work. */
export const yieldToMain = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
