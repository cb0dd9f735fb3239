export function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
