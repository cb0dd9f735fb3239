/**
 * The viewer's choice lives in a cookie, so that the server can write it into the next page: the
 * session begins before any script could ask.
 */
const name = 'lantern-row-remember';

export function isRemembered() {
  return !document.cookie.split('; ').includes(`${name}=no`);
}

/** Notes the choice for the pages to come; that nothing is kept is itself to be kept. */
export function noteRemember(remember) {
  document.cookie = `${name}=no; path=/; SameSite=Lax; max-age=${remember ? 0 : 31_536_000}`;
}
