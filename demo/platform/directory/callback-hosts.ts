/**
 * The hosts that the directory sends viewers back to: those of this machine, and what the platform
 * was told.
 */
export interface CallbackHosts {
  /**
   * Adds one, as `www.example.test` or `www.example.test:8443`; the first is meant where a call
   * names none.
   */
  readonly allow: (host: string) => void;
  /** The host as it goes into an address; `undefined` when viewers are not sent there. */
  readonly find: (host: string | undefined) => string | undefined;
}

/** Where `npm start` has its page. */
const usual = '127.0.0.1:4173';

export function createCallbackHosts(given: readonly string[]): CallbackHosts {
  const allowed: string[] = [];
  const allow = (host: string): void => {
    const plain = readHost(host);
    if (!plain) throw new RangeError(`"${host}" is no host`);
    if (!allowed.includes(plain)) allowed.push(plain);
  };
  given.forEach(allow);
  return {
    allow,
    find(host) {
      const plain = readHost(host ?? allowed[0] ?? usual);
      return plain && (allowed.includes(plain) || isLoopback(plain)) ? plain : undefined;
    },
  };
}

/** Where a viewer lands: the host's first page. Only this machine does without TLS. */
export function callbackAddress(host: string): string {
  return `${isLoopback(host) ? 'http' : 'https'}://${host}/`;
}

/** A host with its port, and nothing that an address would read as more than that. */
export function readHost(host: string): string | undefined {
  try {
    const { host: read } = new URL(`http://${host}/`);
    return read === host.toLowerCase() ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a host, with or without a port, is of this machine. */
export function isLoopback(host: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
}
