import type { Usher } from 'usher-runtime';
import { errorText } from '../../ui/error-text.ts';
import { readError } from '../../ui/read-error.ts';
import { findAddressScript, type DirectoryState } from '../session/address-script.ts';

/** The name that `pages/clean-address.ts` reads. */
const storageName = 'lantern-row:directory';

/**
 * Goes to the directory. It sends the viewer back to this host; `pages/clean-address.ts` then comes
 * back to this very page.
 */
export async function goToDirectory(usher: Usher): Promise<void> {
  const url = await fetchLoginUrl(usher);
  // A return with another state was not begun in this tab: somebody else's login must not become
  // this viewer's.
  const state: DirectoryState = {
    state: new URL(url).searchParams.get('state'),
    from: location.pathname + location.search,
  };
  sessionStorage.setItem(storageName, JSON.stringify(state));
  location.assign(url);
}

/** The address of the directory (`POST /session/generatedirectoryloginurl`). */
async function fetchLoginUrl(usher: Usher): Promise<string> {
  const { result } = await usher.call('session/generatedirectoryloginurl', { host: location.host });
  const { url = '' } = result.general ?? {};
  // The page goes there, so it must not be a script.
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error(`${url} is no web address`);
  return url;
}

/** Logs in a viewer who has just come back from the directory; `fail` gets the reason if not. */
export async function finishDirectoryLogin(
  usher: Usher,
  fail: (text: string) => void,
): Promise<void> {
  const script = findAddressScript();
  const returned = script?.directoryReturn;
  if (!returned) return;
  delete script.directoryReturn;

  if (!returned.isOurs) {
    return fail(
      'That login was not started in this tab, so nobody was logged in. Try again from here.',
    );
  }
  if (!returned.token) return fail('You came back from the directory without logging in.');
  try {
    await usher.login({ provider: 'directory', token: returned.token, host: location.host });
  } catch (error) {
    fail(
      readError(error).code === 'login-failed'
        ? 'The directory’s answer was not accepted; it serves only once, and not for long. Try again.'
        : errorText(error),
    );
  }
}
