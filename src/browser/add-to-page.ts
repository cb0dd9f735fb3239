/**
 * Adds an element to the end of the page. The returned function removes it, and gives the focus
 * back to the element that had it.
 */
export function addToPage(element: HTMLElement): () => void {
  const { activeElement, body } = document;
  body.append(element);
  return () => {
    element.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus();
  };
}
