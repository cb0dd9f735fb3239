/**
 * Whether the page is in a frame of another site, where browsers partition the storage. Only the
 * same origin can read the origin of the top page.
 */
export function isForeignFrame(): boolean {
  try {
    return top!.location.origin !== location.origin;
  } catch {
    return true;
  }
}
