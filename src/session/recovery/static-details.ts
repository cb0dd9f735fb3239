import { encodeCall } from '../../contract/encode-call.ts';
import { staticDetails, staticDetailsArea } from '../../contract/static-details.ts';
import { readDetails, recordOf } from '../../dialect/readers.ts';
import { withDeadline } from '../../transport/deadline.ts';
import type { SessionContext } from '../state/session-context.ts';
import type { SessionDetails } from '../state/session-state.ts';

/** Shorter than for init, because the caller has waited for init already. */
const timeoutMs = 3000;

/**
 * Fetches the details of a viewer without a session (`GET /session/staticdetails`), with the fields
 * of init that it accepts.
 */
export async function fetchStaticDetails(
  { settings, browser, loadCalls, record }: SessionContext,
  signals: readonly AbortSignal[],
): Promise<SessionDetails> {
  const fields = Object.entries(settings.init).filter(([name]) => name in staticDetails.query);
  const values = { ...Object.fromEntries(fields), ...(record && { nxp_devh: record.deviceHash }) };
  // Marked as a change, so that the request is not repeated.
  const details = encodeCall(staticDetailsArea, 'staticdetails', values);
  const once = { ...details, effect: 'change' } as const;
  const { result } = await withDeadline(browser.clock, timeoutMs, signals, async (end) => {
    const { call } = await loadCalls([end]);
    return call(once, { signals: [end] });
  });
  const { device, ...data } = recordOf(result) ?? {};
  // A page sees nothing that identifies the device or acts for it.
  const { id, domaintoken, clienttoken, ...shownDevice } = recordOf(device) ?? {};
  return {
    ...readDetails(result),
    data: { ...data, ...(device !== undefined && { device: shownDevice }) },
  };
}
