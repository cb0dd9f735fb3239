/**
 * Names of browsers by what they say of themselves. Most also say that they are Chrome or Safari,
 * so the order decides.
 */
const browsers = [
  [/\bEdgA?\//, 'edge'],
  [/\bOPR\//, 'opera'],
  [/SamsungBrowser\//, 'samsung'],
  [/\b(Firefox|FxiOS)\//, 'firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'chrome'],
  [/Safari\//, 'safari'],
] as const;
const systems = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Mac OS X|Macintosh/, 'macos'],
  [/Linux|X11|CrOS/, 'linux'],
] as const;
const devices = [
  [/SmartTV|SMART-TV|Tizen|Web0S|BRAVIA/, 'tv'],
  [/iPad|Tablet|Android(?!.*Mobile)/, 'tablet'],
  [/Mobi|iPhone/, 'mobile'],
  [/Windows|Macintosh|X11|Linux|CrOS/, 'pc'],
] as const;

/** What a browser's user agent tells of the machine; absent what it does not. */
export function readUserAgent(userAgent: string): {
  browser?: string;
  os?: string;
  device?: string;
} {
  const find = (table: readonly (readonly [RegExp, string])[]): string | undefined =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, os, device] = [find(browsers), find(systems), find(devices)];
  return { ...(browser && { browser }), ...(os && { os }), ...(device && { device }) };
}
