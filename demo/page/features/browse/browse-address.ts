/**
 * Where a list of the house is: by what (`person`, `tag`, `latest`, …), of which one, and what it
 * is narrowed to.
 * @param {{ by?: string, id?: string, name?: string, [filter: string]: string | undefined }} what
 */
export function browseAddress(what) {
  const given = Object.entries(what).filter(([, value]) => value);
  return given.length ? `/browse.html?${new URLSearchParams(given)}` : '/browse.html';
}
