import type { TextStore } from '../browser/storage.ts';

/**
 * What a provider sent back, as it stood in the address: the state that binds it to a purchase,
 * then the provider's own parameters. Secret.
 */
export interface RawReturn {
  readonly text: string;
  /** When it came, in ms since 1970. */
  readonly at: number;
}

/** A synchronous store of each persistence. */
export type TextStoreOf = (persistence: 'device' | 'tab') => TextStore;

/**
 * Where returns wait until the journal has them. In the tab, so that a reload finds its own; on the
 * device, so that another tab finds it when this one is closed. Each is a list of lines, `<time>
 * <text>`: an address holds no line break.
 */
export const inboxPlaces = ['tab', 'device'] as const;

export const inboxName = (key: string): string => `${key}|returns`;
