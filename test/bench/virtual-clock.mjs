/**
 * Put into a page before its scripts: time that passes only by hand, with everything that waits for
 * it in one place. Stands by itself, since a browser runs its text. `window.__clock.pass(ms)` moves
 * it from timer to timer; what a timer begins in the network or in IndexedDB ends first.
 */
export function installClock() {
  const timers = new Map();
  const sentAt = {};
  const startMs = Date.now();
  let elapsedMs = 0;
  let lastId = 0;
  let busy = 0;
  const end = () => void (busy -= 1);
  const turn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  /** Resolves when nothing has been under way for a while. */
  const quiet = async () => {
    for (let idle = 0; idle < 20; idle = busy ? 0 : idle + 1) await turn();
  };
  window.setTimeout = (callback, delayMs = 0) => {
    timers.set((lastId += 1), { at: elapsedMs + Math.max(1, delayMs), callback });
    return lastId;
  };
  window.clearTimeout = (id) => void timers.delete(id);
  window.setInterval = () => {
    throw new Error('An interval never ends');
  };
  window.requestIdleCallback = (callback) => window.setTimeout(callback, 50);
  Date.now = () => startMs + Math.floor(elapsedMs);
  performance.now = () => elapsedMs;

  const { fetch } = window;
  window.fetch = async (url, init) => {
    const name = new URL(url).pathname.split('/').pop();
    (sentAt[name] ||= []).push(elapsedMs);
    busy += 1;
    const response = await fetch(url, init).catch((error) => {
      end();
      throw error;
    });
    response.text = () => Response.prototype.text.call(response).finally(end);
    return response;
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function watched(...given) {
    busy += 1;
    const request = open.apply(this, given);
    for (const type of ['success', 'error']) request.addEventListener(type, end, { once: true });
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function watched(...given) {
    busy += 1;
    const begun = transaction.apply(this, given);
    for (const type of ['complete', 'abort']) begun.addEventListener(type, end, { once: true });
    return begun;
  };
  window.__clock = {
    /** By the last part of the address, when requests left: in ms from the start. */
    sentAt,
    timers: () => timers.size,
    async pass(ms) {
      const until = elapsedMs + ms;
      for (;;) {
        await quiet();
        const [id, next] = [...timers].reduce(
          (first, one) => (one[1].at < first[1].at ? one : first),
          [0, { at: Infinity }],
        );
        if (next.at > until) break;
        elapsedMs = Math.max(elapsedMs, next.at);
        timers.delete(id);
        next.callback();
      }
      elapsedMs = until;
    },
  };
}
