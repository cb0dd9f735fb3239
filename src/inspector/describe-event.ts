import { isUsherError } from '../errors/is-usher-error.ts';
import { formatError } from './format.ts';
import type { InspectedEvents } from './source.ts';

/** The events of the list "Events". Calls have a list of their own. */
export const listedEvents = [
  'session',
  'login',
  'logout',
  'identity-changed',
  'item',
  'purchase',
  'warning',
  'error',
] as const;

export type ListedEvent = (typeof listedEvents)[number];

/** Describes each event in one line. */
const describers: {
  readonly [Name in ListedEvent]: (value: InspectedEvents[Name]) => string;
} = {
  session: ({ status, error }) => withError(status, error),
  login: (user) => `viewer ${user.id}`,
  logout: (user) => (user ? `viewer ${user.id}` : 'no viewer was logged in'),
  'identity-changed': ({ before, now }) =>
    `from ${before?.id ?? 'no viewer'} to ${now?.id ?? 'no viewer'}`,
  item: ({ item, streamtype, access, reason, checking, error }) => {
    const state = checking ? 'is checked' : `${access}${reason ? ` (${reason})` : ''}`;
    return withError(`${streamtype} ${item}: ${state}`, error);
  },
  purchase: ({ operation, item, streamtype, status, error }) =>
    withError(`${[operation, streamtype, item].filter(Boolean).join(' ')}: ${status}`, error),
  warning: (text) => text,
  error: (error) => (isUsherError(error) ? formatError(error) : String(error)),
};

const withError = (text: string, error: Parameters<typeof formatError>[0]): string =>
  error ? `${text}; ${formatError(error)}` : text;

export const describeEvent = <Name extends ListedEvent>(
  name: Name,
  value: InspectedEvents[Name],
): string => describers[name](value);
