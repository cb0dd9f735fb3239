/**
 * The anchor of a heading, made as code hosts make it. Links in `docs/` then work there and on the
 * site.
 */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
