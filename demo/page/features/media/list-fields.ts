/** What every list of the site asks for: films and what is said about them, with their dates. */
export const programme = {
  selectedStreamtypes: ['video', 'audio'],
  additionalFields: ['publishingdata'],
};

/** Films alone. */
export const films = { ...programme, selectedStreamtypes: ['video'] };
