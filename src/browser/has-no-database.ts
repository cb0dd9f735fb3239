/**
 * Whether an error means that the page has no database at all, so that nothing is stored in one:
 * the browser refuses it to the page, or does not have it. If the viewer blocks all site data,
 * Chromium names its refusal `UnknownError`, as it names a damaged file: only the message differs.
 */
export function hasNoDatabase(error: unknown): boolean {
  const { name = '', message = '' } = Object(error) as Partial<Error>;
  return (
    /^(Security|Reference|Type)Error$/.test(name) ||
    (name === 'UnknownError' && message.includes('denied permission'))
  );
}
