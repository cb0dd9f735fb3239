/** What a page needs beside what all pages do. */
interface Needs {
  /** It shows other pages of the site in a frame. */
  readonly showsPages?: true;
  /** Other pages of the site may show it. */
  readonly isShown?: true;
  /** It pays by itself. */
  readonly callsProvider?: true;
}

const needsOf: Readonly<Record<string, Needs>> = {
  '/break.html': { showsPages: true, callsProvider: true },
  '/break-tab.html': { isShown: true },
};

/** What the policy of a page depends on. */
export interface PolicyParts {
  /** The path of the page, as `/watch.html`. */
  readonly path: string;
  /** The origin of the platform. */
  readonly platform: string;
  /** The origin of the payment provider. Empty for a page that sells nothing. */
  readonly provider: string;
  readonly hasElements: boolean;
}

/**
 * What a page may do: run and style by its own files, show and play the platform's, and call it; no
 * sink of script takes text. Where it sells, the provider's module and its frame besides. Elements
 * and the page's own templates have the Trusted Types policy of lit, each from a copy of lit.
 */
export function pagePolicy({ path, platform, provider, hasElements }: PolicyParts): string {
  const { showsPages, isShown, callsProvider } = needsOf[path] ?? {};
  const frames = [showsPages && "'self'", provider].filter(Boolean).join(' ');
  const calls = ["'self'", platform, callsProvider && provider].filter(Boolean).join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${provider}`.trim(),
    `frame-src ${frames || "'none'"}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' ${platform} data:`,
    `media-src ${platform}`,
    `connect-src ${calls}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isShown ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    `trusted-types usher${hasElements ? " lit-html 'allow-duplicates'" : ''}`,
  ].join('; ');
}
