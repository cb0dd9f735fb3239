/** Whether the page is shown. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
