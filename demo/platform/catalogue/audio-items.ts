import type { FilmWithItem, Made } from './collections.ts';
import { createItem } from './item.ts';

export const audioFile = 'lena.mp3';
const audioSeconds = 12;
const howMany = 40;

/** An audio item about each of the best rated films. All play the same recording. */
export function makeAudioItems(films: readonly FilmWithItem[]): Made {
  const made: Made = { items: [], references: [], parts: [] };
  const best = films
    .filter(({ film }) => (film.votes ?? 0) >= 1000)
    .sort((a, b) => b.film.rating! - a.film.rating!)
    .slice(0, howMany);
  for (const [index, { film, item }] of best.entries()) {
    const gid = String(5_300_001 + index);
    const uploaded = new Date(Date.parse(item.uploaded) + 7_200_000);
    made.items.push({
      ...createItem('audio', gid, String(5_401 + index), `About ${film.title}`, uploaded),
      subtitle: `Film talk on ${film.director}`,
      description: `A demo recording that stands for a talk about the film "${film.title}" of ${film.released.slice(0, 4)}.`,
      genre: index % 2 ? 'Film Talk' : 'Interview',
      genre_code: index % 2 ? 'film-talk' : 'interview',
      content_type: 'podcast',
      duration_seconds: audioSeconds,
      channel_id: '5',
      format_id: '4',
      media_file: audioFile,
      login_required: index % 10 === 9,
    });
    made.references.push(
      { gid, kind: 'person', title: film.director, role: 'subject' },
      { gid, kind: 'tag', title: film.genre, role: 'subject' },
      { gid, kind: 'file', title: audioFile, role: 'stream' },
    );
  }
  return made;
}
