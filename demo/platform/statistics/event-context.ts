import type { Database } from '../database/database.ts';

/** The column of `event_contexts` that each parameter of the statistics filters by. */
export const contextColumns = {
  gateway: 'gateway',
  device: 'device',
  os: 'os',
  browser: 'browser',
  manufacturer: 'manufacturer',
  countryCode: 'country',
  subdivisionCode: 'subdivision',
  deliveryDomain: 'delivery_domain',
  deliveryPartner: 'delivery_partner',
  affiliatePartner: 'affiliate_partner',
  campaign: 'campaign',
  platformVariant: 'platform_variant',
  pageIntegration: 'page_integration',
  consentEnvironment: 'consent_environment',
  playbackMode: 'playback_mode',
  dataMode: 'data_mode',
  mediaOrigin: 'media_origin',
  startCondition: 'start_condition',
  viewCount: 'view_count',
  podcastApp: 'podcast_app',
} as const;

export type ContextField = keyof typeof contextColumns;

/** Where and how something was watched, by the names of the parameters. */
export type EventContext = { readonly gateway: string; readonly countryCode: string } & {
  readonly [Field in ContextField]?: string | undefined;
};

// The keys of a literal object: no others.
const fields = Object.keys(contextColumns) as ContextField[];

/** One text for each context, whatever the order of its fields. */
export function fingerprintOf(context: EventContext): string {
  return JSON.stringify(fields.map((field) => context[field] ?? null));
}

/** Stores the contexts that are new; the IDs of all, by fingerprint. */
export async function storeContexts(
  database: Database,
  contexts: readonly EventContext[],
): Promise<Map<string, string>> {
  const rows = contexts.map((context) => ({
    fingerprint: fingerprintOf(context),
    ...Object.fromEntries(fields.map((field) => [contextColumns[field], context[field] ?? null])),
  }));
  const columns = ['fingerprint', ...Object.values(contextColumns)].join(', ');
  await database.query(
    `insert into event_contexts (${columns}) select ${columns} from jsonb_populate_recordset(null::event_contexts, $1::jsonb) on conflict (fingerprint) do nothing`,
    [JSON.stringify(rows)],
  );
  const stored = await database.query<{ id: string; fingerprint: string }>(
    'select id, fingerprint from event_contexts where fingerprint = any($1::text[])',
    [rows.map((row) => row.fingerprint)],
  );
  return new Map(stored.map(({ id, fingerprint }) => [fingerprint, id]));
}
