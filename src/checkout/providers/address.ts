import type { Tab } from '../../browser/tab.ts';
import type { Provider } from './provider.ts';

/** An address of http(s), without user info. `undefined` for another text. */
export function webAddress(text: string, base?: string): URL | undefined {
  try {
    const url = new URL(text, base);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The return address of a provider: a page of this origin, without fragment. `undefined` for
 * another origin.
 */
export function returnAddress({ href }: Pick<Tab, 'href'>, provider: Provider): URL | undefined {
  const url = webAddress(('returnUrl' in provider && provider.returnUrl) || href(), href());
  if (url?.origin !== new URL(href()).origin) return undefined;
  url.hash = '';
  return url;
}

/**
 * An address without a return that is still in it, which begins with `mark`. The next payment must
 * not come back with the return of an earlier one.
 */
export function withoutReturn(address: string, mark: string): string {
  const [before = '', earlier] = address.split(mark);
  return earlier === undefined ? before : before.slice(0, -1);
}
