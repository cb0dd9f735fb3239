/**
 * Lets the browser refuse each script that the page has not loaded yet, by a policy as publishers
 * have one. It lasts until the page is reloaded.
 */
export function refuseScripts(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "script-src 'none'";
  document.head.append(policy);
}
