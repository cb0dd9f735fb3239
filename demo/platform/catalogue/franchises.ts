/**
 * Films of the catalogue that belong together, by how their titles begin. Each becomes a show and a
 * series.
 */
export const franchises: Readonly<Record<string, readonly string[]>> = {
  'Harry Potter': ['Harry Potter and'],
  'The Lord of the Rings': ['The Lord of the Rings:'],
  'Star Wars': ['Star Wars Ep.'],
  'Star Trek': ['Star Trek:'],
  'Pirates of the Caribbean': ['Pirates of the Caribbean:'],
  'The Matrix': ['The Matrix'],
  'Spider-Man': ['Spider-Man'],
  'Spy Kids': ['Spy Kids'],
  Scream: ['Scream'],
  'Scary Movie': ['Scary Movie'],
  Saw: ['Saw '],
  'Rush Hour': ['Rush Hour'],
  Ocean: ["Ocean's "],
  'Austin Powers': ['Austin Powers'],
  Bourne: ['The Bourne '],
  'Mission: Impossible': ['Mission: Impossible'],
  'Kill Bill': ['Kill Bill:'],
  Blade: ['Blade'],
  'Men in Black': ['Men in Black'],
  'Lara Croft': ['Lara Croft:'],
  Transformers: ['Transformers'],
  Twilight: ['Twilight', 'The Twilight Saga:'],
  'The Mummy': ['The Mummy'],
  Shrek: ['Shrek'],
  'Fantastic Four': ['Fantastic Four'],
  Halloween: ['Halloween'],
  'Ice Age': ['Ice Age'],
  'The Princess Diaries': ['The Princess Diaries'],
  'Night at the Museum': ['Night at the Museum'],
  'Miss Congeniality': ['Miss Congeniality'],
};

/** The franchise that a title belongs to. */
export function franchiseOf(title: string): string | undefined {
  return Object.keys(franchises).find((name) =>
    franchises[name]!.some((beginning) => title.startsWith(beginning)),
  );
}
