'use strict';

// Stands first in the head, as a script that the parser waits for: what a viewer brings back from
// the directory is taken out of the address before any other script, request or Referer can hold
// it. What it leaves is read once, by directory-login.js. What they bring back from a payment the
// runtime takes out; that there was something is left for payment-return.js.
{
  const noted = 'lantern-row:directory';
  const script = document.currentScript;
  script.isReturn = /[?&]usher-return=/.test(location.search);
  const said = new URLSearchParams(location.hash.slice(1));
  if (said.get('provider') === 'directory') {
    const here = location.pathname + location.search;
    history.replaceState(history.state, '', here);
    const left = readLeft();
    const isOurs = Boolean(left.state) && left.state === said.get('state');
    if (isOurs && left.from !== here) {
      // Where the viewer left; the directory knows the host only.
      location.replace(location.origin + left.from + '#' + said);
    } else {
      if (left.state) sessionStorage.removeItem(noted);
      script.arrival = { isOurs, token: said.get('token') };
    }
  }

  /** What directory-login.js noted when the viewer left. */
  function readLeft() {
    try {
      return JSON.parse(sessionStorage.getItem(noted)) ?? {};
    } catch {
      return {}; // blocked
    }
  }
}
