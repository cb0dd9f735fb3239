import type { ElementCheckout, ElementUsher } from './element-usher.ts';

/** Loads the checkout of a runtime once. That of an earlier runtime is not used any more. */
export function createPrepare(
  runtime: () => ElementUsher | undefined,
  use: (checkout: ElementCheckout | undefined) => void,
  fail: (error: unknown) => void,
): () => void {
  let prepared: ElementUsher | undefined;
  return () => {
    const usher = runtime();
    if (!usher || usher === prepared) return;
    if (prepared) use(undefined);
    prepared = usher;
    usher.checkout().then(
      (checkout) => {
        if (usher === prepared) use(checkout);
      },
      (error: unknown) => {
        if (usher !== prepared) return;
        prepared = undefined;
        fail(error);
      },
    );
  };
}
