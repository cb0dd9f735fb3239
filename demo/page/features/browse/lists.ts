import type { ListCall } from './list-call.ts';

/** A list of the platform's own. */
export interface NamedList {
  readonly title: string;
  readonly story: string;
  readonly call: ListCall;
  /** It has an order of its own, so none is offered. */
  readonly isOrdered?: boolean;
  readonly isRanking?: boolean;
  /** It is drawn at random. */
  readonly isRandom?: boolean;
}

/** A call without values of its own. */
const callOf =
  (
    name:
      | 'all'
      | 'latest'
      | 'picked'
      | 'evergreens'
      | 'forkids'
      | 'withawards'
      | 'mostactive'
      | 'mostactiveexternal'
      | 'random',
  ): ListCall =>
  (allmedia, values, options) =>
    allmedia.pages(name, values, options);

/** By what the address calls them. */
export const lists: Readonly<Record<string, NamedList>> = {
  all: {
    title: 'The whole programme',
    story: 'Everything the house has.',
    call: callOf('all'),
  },
  latest: {
    title: 'New in the house',
    story: 'The newest arrivals first.',
    call: callOf('latest'),
    isOrdered: true,
  },
  picked: {
    title: 'Picked by the editors',
    story: 'What we would show our friends.',
    call: callOf('picked'),
    isOrdered: true,
  },
  evergreens: {
    title: 'Evergreens',
    story: 'They were good then, and are now.',
    call: callOf('evergreens'),
  },
  forkids: { title: 'Matinée', story: 'For the youngest rows.', call: callOf('forkids') },
  withawards: {
    title: 'Award winners',
    story: 'They took a prize home.',
    call: callOf('withawards'),
  },
  mostactive: {
    title: 'The house is full',
    story: 'Watched most here.',
    call: callOf('mostactive'),
    isOrdered: true,
    isRanking: true,
  },
  mostactiveexternal: {
    title: 'Talk of the town',
    story: 'Watched most elsewhere.',
    call: callOf('mostactiveexternal'),
    isOrdered: true,
    isRanking: true,
  },
  random: {
    title: 'By chance',
    story: 'A handful, drawn anew each time.',
    call: callOf('random'),
    isOrdered: true,
    isRandom: true,
  },
};
