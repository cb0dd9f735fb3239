import type { ListCall } from './list-call.ts';

/** Something that items refer to. */
export interface Reference {
  readonly title: string;
  /** The part of an item that names it. */
  readonly part: string;
  readonly byName?: (name: string) => ListCall;
  readonly byId?: (id: string) => ListCall;
}

/** By what the address calls them. */
export const references: Readonly<Record<string, Reference>> = {
  person: {
    title: 'Person',
    part: 'persons',
    byName: (person) => (allmedia, values, options) =>
      allmedia.pages('byperson', { ...values, person }, options),
    byId: (personid) => (allmedia, values, options) =>
      allmedia.pages('bypersonid', { ...values, personid }, options),
  },
  tag: {
    title: 'Tag',
    part: 'tags',
    byName: (tag) => (allmedia, values, options) =>
      allmedia.pages('bytag', { ...values, tag }, options),
  },
  studio: {
    title: 'Studio',
    part: 'studio',
    byId: (studioid) => (allmedia, values, options) =>
      allmedia.pages('bystudio', { ...values, studioid }, options),
  },
  show: {
    title: 'Show',
    part: 'shows',
    byName: (show) => (allmedia, values, options) =>
      allmedia.pages('byshow', { ...values, show }, options),
    byId: (showid) => (allmedia, values, options) =>
      allmedia.pages('byshowid', { ...values, showid }, options),
  },
  place: {
    title: 'Place',
    part: 'places',
    byName: (place) => (allmedia, values, options) =>
      allmedia.pages('byplace', { ...values, place }, options),
    byId: (placeid) => (allmedia, values, options) =>
      allmedia.pages('byplaceid', { ...values, placeid }, options),
  },
  product: {
    title: 'Based on',
    part: 'products',
    byName: (product) => (allmedia, values, options) =>
      allmedia.pages('byproduct', { ...values, product }, options),
    byId: (productid) => (allmedia, values, options) =>
      allmedia.pages('byproductid', { ...values, productid }, options),
  },
  file: {
    title: 'Reel',
    part: 'files',
    byName: (file) => (allmedia, values, options) =>
      allmedia.pages('byfile', { ...values, file }, options),
    byId: (fileid) => (allmedia, values, options) =>
      allmedia.pages('byfileid', { ...values, fileid }, options),
  },
};
