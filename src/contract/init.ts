/**
 * The opening request. In a separate file, because the script tag sends it without the rest of the
 * table.
 */
export const init = {
  method: 'POST',
  query: {
    addDomainData: 'flag',
    addAdModel: 'flag',
    addPriceModel: 'flag',
    addTextTemplates: 'flag',
    addChannels: 'flag',
    addFormats: 'flag',
    addCampaigns: 'flag',
  },
  body: {
    explicitLanguage: 'language',
    gateway: 'text',
    nxp_devh: 'text',
    nxp_userh: { kind: 'text', secret: true },
    currentSession: 'id',
    deliveryPartner: 'id',
    nxp_afpc: 'text',
    deviceName: 'text',
    adGateway: 'text',
    portal: 'text',
    linkOrigin: 'text',
    forcePersistantSession: 'flag',
    externalUserReference: { kind: 'text', personal: true },
    lat: { kind: 'number', min: -90, max: 90 },
    lng: { kind: 'number', min: -180, max: 180 },
    affiliatePartner: 'id',
    campaign: 'id',
  },
  result: 'object',
  effect: 'change',
  session: 'none',
} as const;
