/** Runs a function with the next frame, once for any number of calls before it. */
export function oncePerFrame(run: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      run();
    });
  };
}
