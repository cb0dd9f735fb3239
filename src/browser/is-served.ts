/** Whether an address answers with 200, and lets this page read it. Never rejects. */
export function isServed(url: string): Promise<boolean> {
  return fetch(url, { method: 'HEAD', credentials: 'omit', referrerPolicy: 'no-referrer' }).then(
    ({ status }) => status === 200,
    () => false,
  );
}
