type Listener = (event: Event) => void;
type MouseListener = (event: MouseEvent) => void;

/**
 * The attributes of an element, for example `aria-label`, and its listeners, for example `onclick`.
 * `true` sets an attribute without a value. `false`, null and undefined set none.
 */
export interface Attributes {
  readonly onclick?: MouseListener | undefined;
  readonly onchange?: Listener | undefined;
  readonly onload?: Listener | undefined;
  readonly onerror?: Listener | undefined;
  readonly [name: string]: string | number | boolean | null | undefined | Listener | MouseListener;
}

/** A child of an element. `false`, null and undefined are left out. */
export type Child = Node | string | null | undefined | false;

/**
 * Builds an element without markup in strings, so that the page works under Trusted Types.
 * @example el('a', { class: 'button', href: '/' }, 'To the front page')
 */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), attributes, children);
}

/** Builds an element of SVG in the same way. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Name] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill<E extends Element>(
  element: E,
  attributes: Attributes,
  children: readonly Child[],
): E {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      // `Attributes` gives each listener the type of its event.
      element.addEventListener(key.slice('on'.length), value as EventListener);
    } else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, String(value));
    }
  }
  element.append(...children.filter(isShown));
  return element;
}

const isShown = (child: Child): child is Node | string =>
  child !== null && child !== undefined && child !== false;
