import { staticDetails, staticDetailsArea } from '../contract/static-details.ts';
import { readDetails } from '../dialect/readers.ts';
import type { SessionOptions } from './held.ts';
import type { Saved } from './saved-session.ts';
import type { SessionDetails } from './session-state.ts';

const id = 'session/staticdetails';

/** Asks for what is known of a viewer without a session (`GET /session/staticdetails`), with those fields of init that it takes. */
export async function fetchStaticDetails({ settings, kit, loadCall }: SessionOptions, saved: Saved | undefined, signal: AbortSignal): Promise<SessionDetails> {
  const fields = Object.entries(settings.init).filter(([name]) => name in staticDetails.query);
  const values = { ...Object.fromEntries(fields), ...(saved && { nxp_devh: saved.hash }) };
  const { query } = kit.encodeFields(staticDetailsArea, staticDetails, values, staticDetailsArea.refuseFor(id));
  const call = await loadCall();
  const { result } = await call({ id, row: staticDetails, path: `/${id}`, query, body: '', effect: 'read' }, { signals: [signal] });
  return readDetails(result);
}
