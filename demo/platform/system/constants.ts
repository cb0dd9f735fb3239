import { textOf, type Handler } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';

interface Entry {
  readonly ID?: number;
  readonly code: string;
  readonly title: string;
  /** What the optional argument selects by. */
  readonly group?: string;
}

/** `director Director, actor Actor` as entries. */
const named = (text: string): Entry[] =>
  text.split(',').map((pair) => {
    const [code = '', ...title] = pair.trim().split(' ');
    return { code, title: title.join(' ') };
  });

const listOf =
  (entries: readonly Entry[]): Handler =>
  async () => ({ result: entries });

export const personTypes: Handler = listOf(
  named(
    'actor Actor, author Author, cinematographer Cinematographer, composer Composer, director Director, editor Editor, host Host, musician Musician, producer Producer, speaker Speaker, writer Writer',
  ),
);

export const videoContentTypes: Handler = listOf(
  named(
    'clip Clip, concert Concert, documentary Documentary, episode Episode, interview Interview, movie Movie, news News, shortfilm Short Film, trailer Trailer',
  ),
);

export const imageContentTypes: Handler = listOf(
  named(
    'artwork Artwork, cover Cover, graphic Graphic, logo Logo, photo Photo, portrait Portrait, poster Poster, screenshot Screenshot',
  ),
);

/** Numbered entries, in groups that the optional argument names. */
const grouped = (groups: Readonly<Record<string, string>>, firstId: number): Entry[] =>
  Object.entries(groups)
    .flatMap(([group, text]) => named(text).map((entry) => ({ ...entry, group })))
    .map((entry, index) => ({ ID: firstId + index, ...entry }));

/**
 * A list of which the optional argument selects one group; a group that is not there is refused by
 * name.
 */
function selectable(entries: readonly Entry[]): Handler {
  const groups = [...new Set(entries.map((entry) => entry.group))];
  return async (call) => {
    const argument = textOf(call, 'argument');
    if (argument === undefined) return { result: entries };
    const selected = entries.filter((entry) => entry.group === argument.toLowerCase());
    if (selected.length === 0) {
      throw new Refusal(404, `argument must be one of ${groups.join(', ')}`);
    }
    return { result: selected };
  };
}

export const videoPlatformCategories: Handler = selectable(
  grouped(
    {
      entertainment: 'film Film, music Music, comedy Comedy, gaming Gaming',
      information: 'news News and Politics, education Education, science Science and Technology',
      life: 'sports Sports, travel Travel and Events, howto How-to and Style, pets Pets and Animals',
    },
    101,
  ),
);

export const socialPlatformCategories: Handler = selectable(
  grouped(
    {
      person: 'artist Artist, author Author, athlete Athlete',
      organisation: 'broadcaster Broadcaster, magazine Magazine, nonprofit Non-profit',
      work: 'movie Movie, show Show, podcast Podcast',
    },
    201,
  ),
);

export const streamingDeviceCategories: Handler = selectable(
  grouped(
    {
      tv: 'movies Movies and TV, kids Kids and Family, lifestyle Lifestyle',
      box: 'film Film, music Music and Podcasts, news News and Weather',
    },
    301,
  ),
);

/** Voices, in groups by language. */
export const ttsVoices: Handler = selectable(
  grouped(
    {
      de: 'de-anna Anna, de-jonas Jonas',
      en: 'en-emma Emma, en-oliver Oliver',
      es: 'es-lucia Lucía, es-mateo Mateo',
      fr: 'fr-chloe Chloé, fr-louis Louis',
    },
    401,
  ),
);
