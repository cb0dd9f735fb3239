/** A day and a time, in words of a language. A browser without these styles adds seconds. */
export const dateText = (ms: number, language: string): string =>
  new Date(ms).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
