import type { Call } from '../call.ts';
import { noEntitlements, readEntitlements } from './entitlements.ts';
import type { Viewer } from './item-state.ts';

/** Who asks, with all that they may watch. */
export async function readViewer({ database, domain, session, now }: Call): Promise<Viewer> {
  const userId = session?.user_id ?? null;
  return {
    domain: domain.id,
    country: session?.country ?? domain.country,
    userId,
    age: session?.user_age ?? null,
    entitlements: userId
      ? await readEntitlements(database, domain.id, userId, now())
      : noEntitlements,
  };
}
