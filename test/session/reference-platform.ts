interface ReferencePlatform {
  readonly baseUrl: string;
  readonly demoUser: { readonly username: string; readonly password: string };
}

/**
 * Served by the test runner. TypeScript takes no declaration of a module whose name begins with a
 * slash, so it is imported by a variable.
 */
const address: string = '/__platform.js';
const { baseUrl, demoUser } = (await import(address)) as ReferencePlatform;

/** A user whom every tenant has. */
export const credentials = { provider: 'manual', ...demoUser } as const;

/** The base URL of a tenant, which comes into being when it is asked for. */
export const tenant = (domain: number): string => baseUrl.replace('741', String(domain));

/** What the platform is told without a domain. */
export const withoutDomain: string = baseUrl.replace(/\/741$/, '');

export interface Reached {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What reached the platform at a tenant; nothing where it keeps no log. */
export async function reached(domain: number): Promise<readonly Reached[] | undefined> {
  const response = await fetch(`${new URL(baseUrl).origin}/__log?domain=${domain}`);
  return response.ok ? response.json() : undefined;
}
