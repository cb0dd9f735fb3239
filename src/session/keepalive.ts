import type { Clock } from '../browser/clock.ts';
import { onWake } from '../browser/wake.ts';
import type { OnWake } from '../browser/wake.ts';
import { pulseArea } from '../contract/pulse.ts';
import type { Request } from './request.ts';
import type { SessionDriver } from './session.ts';

/** The platform wants one every 10 to 15 min. */
const intervalMs = 720_000;
/** Waits after an attempt that failed; then the last one again. */
const retriesMs = [15_000, 30_000, 60_000];

/** Keeps the session alive while the page lives. A page that slept looks at the clock before anything else. Returns the way to stop. */
export function startKeepalive(clock: Clock, session: SessionDriver, request: Request, wake: OnWake = onWake): () => void {
  let cancel = (): void => {};
  let failures = 0;
  let failedAt = 0;
  let sending = false;
  const send = async (): Promise<void> => {
    const signal = session.signal();
    sending = true;
    try {
      await request(pulseArea, 'keepalive');
      failures = 0;
      const current = session.current();
      if (current && !signal.aborted) session.adopt({ ...current, at: clock.now() });
    } catch {
      failures++;
      failedAt = clock.now();
    }
    sending = false;
    plan();
  };
  const plan = (): void => {
    cancel();
    const current = session.current();
    if (!current || sending) return;
    if (current.at >= failedAt) failures = 0; // opened again since
    const dueAt = failures ? failedAt + retriesMs[Math.min(failures, retriesMs.length) - 1]! : current.at + intervalMs;
    const waitMs = Math.min(dueAt - clock.now(), intervalMs);
    if (waitMs > 0) cancel = clock.after(waitMs, () => void send());
    else void send();
  };
  const stopWaking = wake(plan);
  const stopListening = session.$session.subscribe(() => plan());
  return () => {
    cancel();
    stopWaking();
    stopListening();
  };
}
