/** Served to browser tests by platform-plugin.mjs. */
declare module '/__platform.js' {
  /** The platform's address with version and domain: what `createUsher` takes as `baseUrl`. */
  export const baseUrl: string;
  export const domainSecret: string;
  /** A lasting session for server-side clients. */
  export const serverSessionId: string;
  export const demoUser: { username: string; password: string };
}
