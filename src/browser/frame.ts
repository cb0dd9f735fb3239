/**
 * Whether the page is in a frame of another site, where browsers part the storage: the top page's
 * origin can only be read by its own.
 */
export function isForeignFrame(): boolean {
  try {
    return top!.location.origin !== location.origin;
  } catch {
    return true;
  }
}
