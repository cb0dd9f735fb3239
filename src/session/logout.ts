import { pulseArea } from '../contract/pulse.ts';
import type { EmitSession } from './session-events.ts';
import type { Request } from './request.ts';
import type { SavedSession } from './saved-session.ts';

/** Tells the platform of a session that has ended here already. A 401 is success: it was gone anyway. */
export async function tellLogout(request: Request, ended: SavedSession, emit: EmitSession): Promise<void> {
  try {
    await request(pulseArea, 'logout', {}, { ended });
  } catch (error) {
    if ((error as { status?: number }).status !== 401) emit('error', error as Error);
  }
}
