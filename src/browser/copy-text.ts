/**
 * Puts a text into the clipboard. `false` where there is none: without a secure context, or when
 * the page or the viewer forbids it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
