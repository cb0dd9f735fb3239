import { encodeCallWith } from '../contract/encode-call.ts';
import type { EncodeFields } from '../contract/encode-fields.ts';
import { session as sessionArea } from '../contract/session.ts';
import type { Emit } from '../events.ts';
import type { Call } from '../transport/call.ts';
import { credentialsOf } from './request.ts';
import type { SavedSession } from './saved-session.ts';

/** Tells the platform of a session that has ended here already. A 401 is success: it was gone anyway. */
export async function tellLogout(call: Call, encode: EncodeFields, ended: SavedSession, emit: Emit): Promise<void> {
  try {
    await call(encodeCallWith(encode, sessionArea, 'logout'), { credentials: credentialsOf(ended) });
  } catch (error) {
    if ((error as { status?: number }).status !== 401) emit('error', error as Error);
  }
}
