import { createElement } from '../browser/create-element.ts';
import { isServed } from '../browser/is-served.ts';

/** The names of the developer's own machine, as `URL` writes them. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A link to the page of calls of a reference platform, hidden where there is none. Only a platform
 * on this machine is asked: others get no request that they do not know.
 */
export function createCallViewerLink(baseUrl: string): HTMLElement {
  const link = createElement(
    'a',
    { href: baseUrl, target: '_blank', rel: 'noopener' },
    'The calls at the platform',
  );
  // The link has resolved the base URL, which may be relative to the page.
  const { origin, hostname } = link;
  link.href = `${origin}/__calls`;
  link.hidden = true;
  if (thisMachine.includes(hostname)) {
    void isServed(link.href).then((isThere) => {
      link.hidden = !isThere;
    });
  }
  return link;
}
