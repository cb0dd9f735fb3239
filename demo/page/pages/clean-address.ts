'use strict';

import type { AddressScript, DirectoryState } from '../features/session/address-script.ts';

// The first script of the head, which the parser waits for: it takes what a viewer brings back from
// the directory out of the address, before any other script, request or Referer can hold it.
// `directory-login.ts` reads the result once. The runtime itself takes out what a payment brings
// back; `payment-return.ts` reads that there was something.
//
// It is no module, which would run too late: all imports are types.
{
  const storageName = 'lantern-row:directory';
  // The tag that names this file.
  const script = document.currentScript as AddressScript;
  script.isPaymentReturn = /[?&]usher-return=/.test(location.search);

  const returned = new URLSearchParams(location.hash.slice(1));
  if (returned.get('provider') === 'directory') cleanAddress(returned);

  function cleanAddress(values: URLSearchParams): void {
    const here = location.pathname + location.search;
    history.replaceState(history.state, '', here);
    const left = readState();
    const isOurs = Boolean(left.state) && left.state === values.get('state');
    if (isOurs && left.from !== here) {
      // To the page that the viewer left; the directory knows only the host.
      location.replace(`${location.origin}${left.from ?? '/'}#${values}`);
      return;
    }
    if (left.state) sessionStorage.removeItem(storageName);
    script.directoryReturn = { isOurs, token: values.get('token') };
  }

  /** What `directory-login.ts` noted when the viewer left. */
  function readState(): DirectoryState {
    try {
      // Only this site writes it.
      return (JSON.parse(sessionStorage.getItem(storageName) ?? 'null') ?? {}) as DirectoryState;
    } catch {
      return {}; // blocked
    }
  }
}
