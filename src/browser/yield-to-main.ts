const { MessageChannel } = globalThis;

/**
 * Lets the page do what waits (frames, clicks, its own messages), and goes on in a task of its own;
 * in hidden pages too, where timers take a second. `scheduler.yield` would go on before all of them
 * but the clicks: a page showed no frame until the whole of a long text was read.
 */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
