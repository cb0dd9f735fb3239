const { MessageChannel } = globalThis;

/**
 * Lets the page run waiting work (frames, clicks, its own messages), and resumes in a new task. It
 * works in hidden pages too, where timers take a second. `scheduler.yield` resumes before all
 * waiting work but clicks: the page showed no frame until a long text was read completely.
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
