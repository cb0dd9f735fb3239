import { payment } from '../../contract/payment.ts';
import type { Values } from '../../contract/encode-fields.ts';
import type { Answer } from '../../dialect/envelope.ts';
import type { RequestOptions } from '../../session/calls/request.ts';
import type { SavedSession } from '../../session/saved-session.ts';
import type { Context } from '../context.ts';
import { hasChanged, identityChanged } from '../purchase/ownership.ts';

/** An answer, and the session of its call. */
export interface ViewerAnswer {
  readonly answer: Answer;
  readonly session: SavedSession | undefined;
}

/**
 * Makes a payment call for the viewer at the time of the call. The viewer is fixed before the
 * request is sent.
 * @throws {UsherError} `identity-changed`, before anything is sent: the session belongs to
 *   another viewer by then.
 */
export async function callForViewer(
  context: Context,
  name: string,
  values: Values,
  options?: RequestOptions,
): Promise<ViewerAnswer> {
  const asked = context.session.$user.get()?.id;
  let session: SavedSession | undefined;
  const present = async (): Promise<SavedSession | undefined> => {
    session = await context.session.ready();
    if (hasChanged(context, asked)) throw identityChanged();
    return session;
  };
  const answer = await context.request(payment, name, values, { ...options, present });
  return { answer, session };
}
