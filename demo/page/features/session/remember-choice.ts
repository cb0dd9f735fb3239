/**
 * The viewer's choice is in a cookie, so that the server can write it into the next page: the
 * session begins before any script could ask.
 */
const name = 'lantern-row-remember';
const yearSeconds = 31_536_000;

export const isRemembered = (): boolean => !document.cookie.split('; ').includes(`${name}=no`);

/** Stores the choice for later pages. Only a refusal has a cookie. */
export function storeRememberChoice(isAllowed: boolean): void {
  document.cookie = `${name}=no; path=/; SameSite=Lax; max-age=${isAllowed ? 0 : yearSeconds}`;
}
