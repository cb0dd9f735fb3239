/** Defines an element, unless another copy of the code has done so. On a server nothing happens. */
export function define(
  name: keyof HTMLElementTagNameMap & `usher-${string}`,
  element: CustomElementConstructor,
): void {
  const { customElements } = globalThis;
  if (customElements && !customElements.get(name)) customElements.define(name, element);
}
