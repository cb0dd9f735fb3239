import { encodeFields } from '../../contract/encode-fields.ts';
import { staticDetails, staticDetailsArea } from '../../contract/static-details.ts';
import { readDetails } from '../../dialect/readers.ts';
import type { SessionOptions } from '../session-options.ts';
import type { Saved } from '../saved-session.ts';
import type { SessionDetails } from '../session-state.ts';

const id = 'session/staticdetails';
/** Shorter than for init: the caller has waited for that already. */
const timeoutMs = 3000;

/**
 * Asks for what is known of a viewer without a session (`GET /session/staticdetails`), with those
 * fields of init that it takes.
 */
export async function fetchStaticDetails(
  { settings, browser, loadCalls }: SessionOptions,
  saved: Saved | undefined,
  signal: AbortSignal,
): Promise<SessionDetails> {
  const fields = Object.entries(settings.init).filter(([name]) => name in staticDetails.query);
  const values = { ...Object.fromEntries(fields), ...(saved && { nxp_devh: saved.hash }) };
  const { query } = encodeFields(
    staticDetailsArea,
    staticDetails,
    values,
    staticDetailsArea.refuseFor(id),
  );
  // Asked once, so it is no read that is repeated.
  const once = {
    id,
    row: staticDetails,
    path: `/${id}`,
    query,
    body: '',
    effect: 'change',
  } as const;
  const patience = new AbortController();
  const cancel = browser.clock.after(timeoutMs, () => patience.abort());
  const signals = [signal, patience.signal];
  const { result } = await loadCalls(signals)
    .then(({ call }) => call(once, { signals }))
    .finally(cancel);
  return readDetails(result);
}
