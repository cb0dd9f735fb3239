import { until } from './patience.ts';

/**
 * A page of its own in a frame: globals, timers and errors do not touch the test's. It shares the
 * device's storage.
 */
export interface FramedPage {
  readonly window: any;
  /** What the page sent, in order: address and body. */
  readonly sent: readonly { readonly url: string; readonly body: string }[];
  /** Uncaught errors and unhandled rejections. */
  readonly errors: readonly string[];
  readonly close: () => void;
}

export type FrameReply = (url: string, init: RequestInit) => Response | Promise<Response>;

let frames = 0;

/**
 * Opens a page whose scripts meet a `fetch` that the test answers. `body` may hold scripts; they
 * run in order.
 */
export async function openFrame(body: string, reply: FrameReply): Promise<FramedPage> {
  const name = `__frame${++frames}`;
  const sent: { url: string; body: string }[] = [];
  const errors: string[] = [];
  const page = window as unknown as Record<string, unknown>;
  page[name] = {
    fetch: async (url: string, init: RequestInit = {}) => {
      sent.push({ url, body: (init.body as string | undefined) ?? '' });
      return reply(url, init);
    },
    sent,
    error: (text: string) => errors.push(text),
  };
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!doctype html><script>
    const { fetch: answer, sent: sentByFrame, error: tell } = parent.${name};
    window.sent = sentByFrame;
    window.fetch = (...given) => answer(...given);
    addEventListener('error', (event) => { tell(String(event.message)); event.preventDefault(); });
    addEventListener('unhandledrejection', (event) => { tell(String(event.reason)); event.preventDefault(); });
  </script>${body}`;
  let loaded = false;
  frame.addEventListener('load', () => {
    loaded = true;
  });
  document.body.append(frame);
  await until(() => loaded);
  return {
    window: frame.contentWindow,
    sent,
    errors,
    close() {
      frame.remove();
      delete page[name];
    },
  };
}
