import { isSet, type Call } from '../call.ts';
import { priceModel } from '../tenants/price-model.ts';
import { wireId } from '../wire/json.ts';
import { textTemplates } from './text-templates.ts';

/** What the add… flags of init ask for. */
export async function addedData(call: Call, language: string): Promise<Record<string, unknown>> {
  return {
    ...(isSet(call, 'addDomainData') && { domaindata: domainData(call) }),
    ...(isSet(call, 'addAdModel') && {
      admodel: {
        active: 0,
        provider: '',
        preroll: 0,
        midroll: 0,
        postroll: 0,
        adGateway: call.values['adGateway'] ?? '',
      },
    }),
    ...(isSet(call, 'addPriceModel') && { pricemodel: priceModel }),
    ...(isSet(call, 'addTextTemplates') && { texttemplates: textTemplates(language) }),
    ...(isSet(call, 'addChannels') && {
      channels: await lookups(call, 'select id, title, description from channels order by id'),
    }),
    ...(isSet(call, 'addFormats') && {
      formats: await lookups(call, 'select id, title from formats order by id'),
    }),
    ...(isSet(call, 'addCampaigns') && { campaigns: await activeCampaigns(call) }),
  };
}

function domainData({ domain }: Call): Record<string, unknown> {
  return {
    ID: wireId(domain.id),
    title: domain.title,
    country: domain.country,
    language: domain.language,
    isPlayerOnly: domain.player_only ? 1 : 0,
    needsSignature: domain.signed ? 1 : 0,
  };
}

function activeCampaigns(call: Call): Promise<unknown[]> {
  return lookups(
    call,
    'select id, title from campaigns where active_from <= $1 and (active_until is null or active_until > $1) order by id',
    [call.now()],
  );
}

async function lookups(
  call: Call,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<unknown[]> {
  const rows = await call.database.query<{ id: string }>(sql, parameters);
  return rows.map(({ id, ...rest }) => ({ ID: wireId(id), ...rest }));
}
