/** The values of every list of the site: films and talks, with their dates. */
export const listFields = {
  selectedStreamtypes: ['video', 'audio'],
  additionalFields: ['publishingdata'],
} as const;

/** Films alone. */
export const filmFields = { ...listFields, selectedStreamtypes: ['video'] } as const;
