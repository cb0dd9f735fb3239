import { OrderError } from './order-error.ts';

/**
 * Reads an address of the shop's: where a viewer is sent back to, or which page shows the frame. A
 * browser reads more into an address than its letters say (it drops line breaks, takes `\` for `/`
 * and what is before an `@` for a name), so only what can be read in one way is taken.
 * @throws {OrderError} unless it is absolute, of http or https, and names no user
 */
export function readShopAddress(query: URLSearchParams, name: 'return' | 'shop'): URL {
  const given = query.get(name) ?? '';
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(given) ?? [];
  if (authority === undefined || /[\s\\\p{Cc}]/u.test(given) || !URL.canParse(given)) {
    throw new OrderError(
      `${name} must be an absolute address of the shop that begins with http:// or https://.`,
    );
  }
  if (authority.includes('@')) {
    throw new OrderError(`${name} must not name a user before the host.`);
  }
  return new URL(given);
}

/** Appends to the end of an address's query; what it held stays as it was. */
export function appendToQuery(
  address: URL,
  added: Readonly<Record<string, string | undefined>>,
): string {
  const [before = '', ...hash] = address.href.split(/(?=#)/);
  const pairs = Object.entries(added).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return before + separatorAfter(before) + pairs.join('&') + hash.join('');
}

function separatorAfter(address: string): string {
  if (/[?&]$/.test(address)) return '';
  return address.includes('?') ? '&' : '?';
}

/**
 * The address's origin for a security policy, which has no word for a host that is an IPv6 address.
 */
export function policySource({ hostname, origin, protocol }: URL): string {
  return hostname.startsWith('[') ? protocol : origin;
}
