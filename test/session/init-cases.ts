/**
 * One option of init in all the ways in which it can be given, and what must go out for it, written
 * by hand from the interface.
 */
export interface InitCase {
  readonly name: string;
  readonly value: unknown;
  /** The script tag's attribute and its texts that say the same. */
  readonly attribute: string;
  readonly texts: readonly string[];
  readonly query: string;
  /** Without the device hash. */
  readonly body: string;
}

const flag = (name: string, attribute: string): InitCase[] => [
  { name, value: true, attribute, texts: ['', '1', 'true'], query: `${name}=1`, body: '' },
  { name, value: 1, attribute, texts: ['1'], query: `${name}=1`, body: '' },
  { name, value: false, attribute, texts: ['0', 'false'], query: `${name}=0`, body: '' },
  { name, value: 0, attribute, texts: ['0'], query: `${name}=0`, body: '' },
];
const field = (
  name: string,
  attribute: string,
  value: unknown,
  wire: string,
  text = String(value),
): InitCase => ({ name, value, attribute, texts: [text], query: '', body: `${name}=${wire}` });

export const initCases: readonly InitCase[] = [
  ...flag('addDomainData', 'data-add-domain-data'),
  ...flag('addAdModel', 'data-add-ad-model'),
  ...flag('addPriceModel', 'data-add-price-model'),
  ...flag('addTextTemplates', 'data-add-text-templates'),
  ...flag('addChannels', 'data-add-channels'),
  ...flag('addFormats', 'data-add-formats'),
  ...flag('addCampaigns', 'data-add-campaigns'),
  {
    name: 'forcePersistantSession',
    value: true,
    attribute: 'data-force-persistant-session',
    texts: ['', 'true', '1'],
    query: '',
    body: 'forcePersistantSession=1',
  },
  {
    name: 'forcePersistantSession',
    value: false,
    attribute: 'data-force-persistant-session',
    texts: ['0', 'false'],
    query: '',
    body: 'forcePersistantSession=0',
  },
  field('explicitLanguage', 'data-explicit-language', 'de', 'de'),
  field('gateway', 'data-gateway', 'desktop', 'desktop'),
  field('gateway', 'data-gateway', 'smart tv', 'smart%20tv'),
  field('deliveryPartner', 'data-delivery-partner', 12, '12'),
  field('deliveryPartner', 'data-delivery-partner', '9007199254740993001', '9007199254740993001'),
  field('nxp_afpc', 'data-nxp_afpc', 'partner+one', 'partner%2Bone'),
  field(
    'deviceName',
    'data-device-name',
    'Küche: Zoës Gerät & mehr',
    'K%C3%BCche%3A%20Zo%C3%ABs%20Ger%C3%A4t%20%26%20mehr',
  ),
  field('deviceName', 'data-device-name', '100% 📱', '100%25%20%F0%9F%93%B1'),
  field('adGateway', 'data-ad-gateway', 'mobile', 'mobile'),
  field('portal', 'data-portal', 'store', 'store'),
  field('portal', 'data-portal', '', ''),
  field(
    'linkOrigin',
    'data-link-origin',
    'https://www.example.com/a?b=c&d',
    'https%3A%2F%2Fwww.example.com%2Fa%3Fb%3Dc%26d',
  ),
  field(
    'externalUserReference',
    'data-external-user-reference',
    'a+b&c=d@example.com',
    'a%2Bb%26c%3Dd%40example.com',
  ),
  field('lat', 'data-lat', -33.8688, '-33.8688'),
  field('lat', 'data-lat', 0, '0'),
  field('lng', 'data-lng', 151.2093, '151.2093'),
  field('affiliatePartner', 'data-affiliate-partner', 0, '0'),
  field('campaign', 'data-campaign', '99', '99'),
];

/** All of them at once, in the order of the row. */
export const everything: Readonly<Record<string, unknown>> = {
  addDomainData: true,
  addAdModel: false,
  addPriceModel: true,
  addTextTemplates: true,
  addChannels: true,
  addFormats: true,
  addCampaigns: true,
  explicitLanguage: 'de',
  gateway: 'desktop',
  deliveryPartner: 12,
  nxp_afpc: 'x',
  deviceName: 'Zoës',
  adGateway: 'mobile',
  portal: 'store',
  linkOrigin: 'here',
  forcePersistantSession: true,
  externalUserReference: 'u1',
  lat: 48.1,
  lng: 11.6,
  affiliatePartner: 3,
  campaign: 4,
};
export const everythingQuery =
  'addDomainData=1&addAdModel=0&addPriceModel=1&addTextTemplates=1&addChannels=1&addFormats=1&addCampaigns=1';
export const everythingBody =
  'explicitLanguage=de&gateway=desktop&deliveryPartner=12&nxp_afpc=x&deviceName=Zo%C3%ABs&adGateway=mobile&portal=store' +
  '&linkOrigin=here&forcePersistantSession=1&externalUserReference=u1&lat=48.1&lng=11.6&affiliatePartner=3&campaign=4';

/** The device hash as it ends the body of a first init. */
export const hashField = /(?:^|&)nxp_devh=[1-4]%3A\d{10}%3A\d{5}[1-9]$/;

/** The body of a first init less its device hash, which must be there. */
export function withoutHash(body: string): string {
  if (!hashField.test(body)) throw new Error(`no device hash at the end of ${body}`);
  return body.replace(hashField, '');
}
