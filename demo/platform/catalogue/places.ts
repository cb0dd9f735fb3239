/** Places that titles of the catalogue name. The source says nothing else about places. */
const places: Readonly<Record<string, RegExp>> = {
  'Los Angeles': /\b(L\.A\.|Los Angeles)/,
  'New York': /\bNew York\b/,
  Chicago: /^Chicago$/,
  Miami: /\bMiami\b/,
  Mexico: /\bMexico\b/,
  'Iwo Jima': /\bIwo Jima\b/,
  Tibet: /\bTibet\b/,
  Scotland: /\bScotland\b/,
  Bangkok: /\bBangkok\b/,
  Woodstock: /\bWoodstock\b/,
  Mars: /\bMars\b/,
  Fargo: /^Fargo$/,
  'Pearl Harbor': /^Pearl Harbor$/,
  Elizabethtown: /^Elizabethtown$/,
  Madagascar: /^Madagascar$/,
  'Lake Placid': /^Lake Placid$/,
  Persia: /\bPersia\b/,
  Egypt: /\bEgypt\b/,
};

export function placesOf(title: string): string[] {
  return Object.keys(places).filter((place) => places[place]!.test(title));
}
