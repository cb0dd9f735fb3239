import { textOf, type Call } from '../call.ts';
import { beginLogin } from '../directory/directory-store.ts';
import { directoryPath } from '../directory/serve-directory.ts';
import type { Answer } from '../wire/envelope.ts';
import { Refusal } from '../wire/refusal.ts';

/** Where a viewer logs in with the directory, and at which host they come back. */
export async function generateDirectoryLoginUrl(call: Call): Promise<Answer> {
  const callback = call.callbackHosts.find(textOf(call, 'host'));
  if (!callback) {
    throw new Refusal(
      400,
      'host must be one that this platform sends viewers back to: of this machine, or allowed when it was started',
    );
  }
  const state = await beginLogin(call.database, { domain: call.domain.id, callback }, call.now());
  return {
    result: {
      general: { url: `${call.origin}${directoryPath}?${new URLSearchParams({ state })}` },
    },
  };
}
