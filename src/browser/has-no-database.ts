/**
 * Whether an error means that the page has no database at all, so that nothing is stored in one:
 * the browser refuses it to the page, or does not have it.
 */
export const hasNoDatabase = (error: unknown): boolean =>
  /^(Security|Reference|Type)Error$/.test((error as Partial<Error> | undefined)?.name ?? '');
