const lookAgainMs = 100;

/** Waits until something holds. @throws after `withinMs`, with what did not come */
export async function waitUntil(
  what: string,
  holds: () => boolean,
  withinMs: number,
): Promise<void> {
  const until = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > until) {
      throw new Error(`This did not happen within ${withinMs / 1000} s: ${what}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
