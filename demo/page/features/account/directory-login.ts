/**
 * Goes to the directory. It sends the viewer back to this host; arrival.js then comes back to this
 * very page.
 */
export async function leaveForDirectory(usher) {
  const url = await usher.directoryLoginUrl({ host: location.host });
  // Whoever comes back with another state was not sent by this tab: somebody else's login must not
  // become this viewer's.
  sessionStorage.setItem(
    'lantern-row:directory',
    JSON.stringify({
      state: new URL(url).searchParams.get('state'),
      from: location.pathname + location.search,
    }),
  );
  location.assign(url);
}

/**
 * Logs in whoever has just come back from the directory; `fail` is told in plain words why that
 * does not work.
 * @param {(words: string) => void} fail
 */
export async function finishDirectoryLogin(usher, wordsFor, fail) {
  const script = document.querySelector('script[data-clean-address]');
  const arrival = script?.arrival;
  if (!arrival) return;
  delete script.arrival;
  if (!arrival.isOurs) {
    return fail(
      'That login was not begun in this tab, so nobody was logged in. Try again from here.',
    );
  }
  if (!arrival.token) return fail('You came back from the directory without logging in.');
  try {
    await usher.login({ provider: 'directory', token: arrival.token, host: location.host });
  } catch (error) {
    fail(
      error?.code === 'login-failed'
        ? 'The directory’s answer was not accepted; it serves only once, and not for long. Try again.'
        : wordsFor(error),
    );
  }
}
