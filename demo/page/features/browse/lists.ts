/**
 * The lists of the house, by what the address calls them. `call` and `field` name the all-media
 * call and what it goes by; `isOrdered` ones come in an order of their own, so none is offered.
 */
export const lists = {
  all: { title: 'The whole programme', story: 'Everything the house has.' },
  latest: { title: 'New in the house', story: 'The newest arrivals first.', isOrdered: true },
  picked: {
    title: 'Picked by the editors',
    story: 'What we would show our friends.',
    isOrdered: true,
  },
  evergreens: { title: 'Evergreens', story: 'They were good then, and are now.' },
  forkids: { title: 'Matinée', story: 'For the youngest rows.' },
  withawards: { title: 'Award winners', story: 'They took a prize home.' },
  mostactive: {
    title: 'The house is full',
    story: 'Watched most here.',
    isOrdered: true,
    isRanking: true,
  },
  mostactiveexternal: {
    title: 'Talk of the town',
    story: 'Watched most elsewhere.',
    isOrdered: true,
    isRanking: true,
  },
  random: {
    title: 'By chance',
    story: 'A handful, drawn anew each time.',
    isOrdered: true,
    isDrawn: true,
  },
};

/**
 * What items refer to: the word for it, the call by name and by ID, and the part of an item that
 * names it.
 */
export const references = {
  person: {
    word: 'Person',
    name: ['byperson', 'person'],
    id: ['bypersonid', 'personid'],
    part: 'persons',
  },
  tag: { word: 'Tag', name: ['bytag', 'tag'], part: 'tags' },
  studio: { word: 'Studio', id: ['bystudio', 'studioid'], part: 'studio' },
  show: { word: 'Show', name: ['byshow', 'show'], id: ['byshowid', 'showid'], part: 'shows' },
  place: {
    word: 'Place',
    name: ['byplace', 'place'],
    id: ['byplaceid', 'placeid'],
    part: 'places',
  },
  product: {
    word: 'Based on',
    name: ['byproduct', 'product'],
    id: ['byproductid', 'productid'],
    part: 'products',
  },
  file: { word: 'Reel', name: ['byfile', 'file'], id: ['byfileid', 'fileid'], part: 'files' },
};
