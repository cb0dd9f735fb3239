/**
 * The address of a list: by what (`person`, `tag`, `latest`, …), of which one, and what it is
 * narrowed to. Empty values are left out.
 */
export function browseAddress(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value);
  return given.length ? `/browse.html?${new URLSearchParams(given)}` : '/browse.html';
}
