import { nothing } from '../browser/nothing.ts';
import { InputError } from '../errors/input-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import type { InspectOptions, Inspector } from '../inspector/open-inspector.ts';
import type { InspectorSource } from '../inspector/source.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import type { DurableRecord } from '../session/storage/durable-record.ts';
import type { Usher } from './usher.ts';

/** The parts of a runtime that its inspector shows. */
interface InspectedParts extends Pick<InspectorSource, 'items' | '$purchases' | 'on'> {
  readonly session: SessionDriver;
}

/** The open inspectors. A runtime has one at most. */
const openInspectors = new WeakMap<SessionDriver, Inspector>();

/** Opens the inspector of a runtime, or moves the focus into the one that is open. */
export async function inspect(
  parts: InspectedParts,
  options: SessionOptions,
  diagnosis: Pick<Usher, 'diagnose' | 'supportReport'>,
  given: InspectOptions | null | undefined,
): Promise<Inspector> {
  const { docs } = given ?? {};
  if (!globalThis.document) throw new UsherError('unsupported', 'The inspector needs a page');
  if (docs !== undefined && typeof docs !== 'string') {
    throw new InputError('usher.inspect', 'docs', docs, 'the address of the documentation');
  }
  const { openInspector } = await import('../inspector/open-inspector.ts');
  const { session } = parts;
  const present = openInspectors.get(session);
  if (present) {
    present.focus();
    return present;
  }
  const source = { ...createSource(parts, options), ...diagnosis, docs };
  const inspector = openInspector(source, () => openInspectors.delete(session));
  openInspectors.set(session, inspector);
  return inspector;
}

function createSource(
  { session, items, $purchases, on }: InspectedParts,
  { settings, browser, loadChunk }: SessionOptions,
): Omit<InspectorSource, 'diagnose' | 'supportReport' | 'docs'> {
  const { context, $session, onChange } = session;
  return {
    baseUrl: settings.baseUrl,
    $session,
    $purchases,
    items,
    on,
    now: browser.clock.now,
    browser,
    key: settings.key,
    sessionFacts: () => ({
      persistence: context.persistence,
      mode: settings.mode,
      epoch: context.record?.epoch ?? 0,
      keptAliveAt: context.current?.keptAliveAt ?? null,
    }),
    async leaseFacts() {
      // Without a database no tab has the lease.
      const reading = browser.readRecord(settings.key).catch(nothing);
      const record = (await reading) as DurableRecord | undefined;
      return {
        isHeldHere: context.background?.lease.isHeld() ?? false,
        expiresAt: record?.lease?.expiresAt,
      };
    },
    pastCalls: async () => {
      const load = () => import('../diagnosis/logged-calls.ts');
      return (await loadChunk('diagnosis', load)).madeCalls(context);
    },
    onDisposed: (callback) =>
      onChange(() => {
        if (context.disposal.aborted) callback();
      }),
  };
}
