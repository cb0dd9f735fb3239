/**
 * Adds an element to the end of the page. The returned function removes it. When the focus is in it
 * then, the element that had the focus before gets it back.
 */
export function addToPage(element: HTMLElement): () => void {
  const { activeElement, body } = document;
  body.append(element);
  return () => {
    const hasFocus = element.matches(':focus-within');
    element.remove();
    if (hasFocus && activeElement instanceof HTMLElement) activeElement.focus();
  };
}
