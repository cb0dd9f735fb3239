import type { FilmForSale } from './platform/payment/film-for-sale.ts';
import type { RunningPlatform } from './platform/start-platform.ts';
import { formatMoney } from './provider/money.ts';

/** The ports that `npm start` asks for. A server takes another one when its own is taken. */
export const ports = { page: 4173, platform: 4174, provider: 4175 } as const;

/** What `npm start` has started. */
export interface Started {
  /** The origin of the demo page. */
  readonly page: string;
  readonly provider: string;
  readonly platform: Pick<
    RunningPlatform,
    'url' | 'domain' | 'domainSecret' | 'serverSessionId' | 'demoUser'
  >;
  readonly film: FilmForSale | undefined;
  /** The codes that can still be redeemed. */
  readonly vouchers: readonly string[];
}

/** What a page that sells a film names. */
export interface PageParts extends Pick<Started, 'page' | 'provider'> {
  readonly platform: Pick<RunningPlatform, 'url' | 'domain'>;
  readonly film: Pick<FilmForSale, 'item' | 'globalId'> | undefined;
}

/** What `npm start` prints: the addresses, and a whole page that sells a film. */
export function startText({ page, provider, platform, film, vouchers }: Started): string {
  const { username, password } = platform.demoUser;
  return `${takenText({ page, platform: platform.url, provider })}
Demo page           ${page}/
Documentation       ${page}/docs/
Platform            ${platform.url}/v3.1/${platform.domain}
Payment provider    ${provider}/  (explains itself)
Demo user           ${username}, password ${password}
Vouchers            ${vouchers.join(', ')}

For calls from a server, never for a page:
  Server session ID ${platform.serverSessionId}  (the header X-Request-CID)
  Domain secret     ${platform.domainSecret}  (signs the calls: X-Request-Token)
${film ? filmText(film, page) : ''}
A page that sells ${film ? 'it' : 'an item'}. Save it as shop.html, and open it from a web server of this machine:
${pageText({ page, provider, platform, film }).replace(/^(?=.)/gm, '  ')}

Stop with Ctrl+C.`;
}

const filmText = (
  { title, item, globalId, amount, currency }: FilmForSale,
  page: string,
): string => `
A film for sale     ${title}
  ID                ${item}, streamtype video
  GlobalID          ${globalId}
  Price             ${formatMoney(amount, currency)} to rent (ppv, ${amount} ${currency})
  On the demo page  ${page}/watch.html?gid=${globalId}
`;

/** The servers that took another port than their own, a line for each. */
function takenText(urls: Readonly<Record<keyof typeof ports, string>>): string {
  const names = { page: 'the demo page', platform: 'the platform', provider: 'the provider' };
  return (Object.keys(ports) as (keyof typeof ports)[])
    .filter((name) => new URL(urls[name]).port !== String(ports[name]))
    .map((name) => {
      const { port } = new URL(urls[name]);
      return `\nPort ${ports[name]} is taken: ${names[name]} is at ${port} instead.`;
    })
    .join('');
}

/** A whole page with the tag, the payment provider and the film. */
export const pageText = ({ page, provider, platform, film }: PageParts): string => `<!doctype html>
<meta name="viewport" content="width=device-width" />
<title>Shop</title>
<link rel="preconnect" href="${platform.url}" crossorigin />
<script
  type="module"
  async
  src="${page}/dist/cdn/usher.js"
  data-base-url="${platform.url}/v3.1/${platform.domain}"
></script>
<script>
  const script = '${provider}/in-page.js';
  const providers = [{ name: 'harbour', label: 'Harbour Pay', type: 'in-page', script }];
  (window.usher = window.usher || []).push((usher) => usher.configure({ providers }));
</script>
<usher-gate item="${film?.item ?? 'ID'}" streamtype="video" globalid="${film?.globalId ?? 'GlobalID'}">
  <video controls playsinline></video>
</usher-gate>`;
