/**
 * WebKit says that it is no Chrome and no Firefox; both of them say `AppleWebKit` or `Gecko` too.
 */
export const isWebKit: boolean =
  navigator.userAgent.includes('AppleWebKit') && !navigator.userAgent.includes('Chrome');

/** A test, or where there is a reason against it, a skip that is named by title and reason. */
export function itUnless(reason: string | false, title: string, run: Mocha.AsyncFunc): void {
  if (reason) it.skip(`${title} (${reason})`);
  else it(title, run);
}
