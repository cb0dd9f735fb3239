import { payment } from '../../contract/payment.ts';
import type { Values } from '../../contract/encode-fields.ts';
import type { Answer } from '../../dialect/envelope.ts';
import type { RequestOptions } from '../../session/calls/request.ts';
import type { SavedSession } from '../../session/saved-session.ts';
import type { Context } from '../context.ts';
import { hasChanged, identityChanged } from '../purchase/ownership.ts';

/** An answer, with the session that its call carried. */
export interface ViewerAnswer {
  readonly answer: Answer;
  readonly session: SavedSession | undefined;
}

/**
 * Makes a payment call for the viewer whom the page shows when it asks. Whose it is stands fixed
 * before the call leaves.
 * @throws {UsherError} `identity-changed`, before anything is sent: another viewer's session is
 *   there by then.
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
