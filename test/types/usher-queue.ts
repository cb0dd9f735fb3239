// Checked by the compiler, never run: what a page with a script tag writes, without a cast.
import type { Usher } from '../../src/index.ts';

const use = (usher: Usher): unknown => usher.$session.get();

// Before and after the tag has run.
(window.usher ??= []).push(use);
(window.usher ??= []).push(742, use);
window.usher.push('742', (usher) => usher.$user.get());

// After it, a page sees which of the two it is.
if ('ready' in window.usher) {
  window.usher.ready().then(use, (error: unknown) => error);
  window.usher.ready(742).then(use, (error: unknown) => error);
  window.usher.for('742')?.dispose();
  window.usher.error?.message.trim();
}

addEventListener('usher-error', ({ detail }) => detail.code === 'input');

// @ts-expect-error: the queue of the page is no runtime
window.usher.start();
// @ts-expect-error: a domain alone is not called back
if ('ready' in window.usher) window.usher.push(742);

// What a page does when the file could not be loaded, and when it does not know whether it was.
const missing: WindowEventMap['usher-error'] = new CustomEvent('usher-error', {
  detail: { code: 'network', message: 'usher.js was not loaded' },
});
dispatchEvent(missing);
export const later = async (): Promise<Usher | undefined> =>
  window.usher && 'ready' in window.usher ? window.usher.ready() : undefined;
