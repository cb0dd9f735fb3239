import type { RunningPlatform } from './platform/start-platform.ts';
import type { FilmForSale } from './platform/payment/film-for-sale.ts';
import { adapterCode } from './provider/adapter-code.ts';
import { formatMoney } from './provider/money.ts';

/** What `npm start` has started. */
export interface Started {
  /** The origin of the demo page. */
  readonly page: string;
  readonly provider: string;
  readonly platform: Pick<
    RunningPlatform,
    'url' | 'domain' | 'domainSecret' | 'serverSessionId' | 'demoUser' | 'demoVouchers'
  >;
  readonly film: FilmForSale | undefined;
}

/** What `npm start` prints: the addresses, and what a page needs to sell a film. */
export function startText({ page, provider, platform, film }: Started): string {
  const { username, password } = platform.demoUser;
  const vouchers = platform.demoVouchers
    .filter(({ uses, expiresInDays = 0 }) => uses > 0 && expiresInDays >= 0)
    .map(({ code }) => code);
  return `
Demo page           ${page}/
Documentation       ${page}/docs/
Platform            ${platform.url}/v3.1/${platform.domain}
Payment provider    ${provider}/  (explains itself)
Demo user           ${username}, password ${password}
Vouchers            ${vouchers.join(', ')}
Domain secret       ${platform.domainSecret}
Server session ID   ${platform.serverSessionId}
${film ? filmText(film, page) : ''}
To take payments, put this on your page:
${adapterCode(provider).replace(/^/gm, '  ')}

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
