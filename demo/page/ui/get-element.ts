/** An element that the page's HTML has for certain. @throws where it has not */
export const getElement = (selector: string, root: ParentNode = document): HTMLElement =>
  getElementOf(HTMLElement, selector, root);

/** The same of one kind, as a form. */
export function getElementOf<E extends Element>(
  kind: new () => E,
  selector: string,
  root: ParentNode = document,
): E {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`there is no ${kind.name} at ${selector}`);
  return element;
}

/** The same of a custom element, which may be defined later. */
export function getElementNamed<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
): HTMLElementTagNameMap[Name] {
  const element = document.querySelector(name);
  if (!element) throw new Error(`there is no ${name}`);
  return element;
}
