import { textOf, type Handler } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';

interface Attribute {
  readonly type: 'string' | 'text' | 'integer' | 'boolean' | 'date' | 'list';
  readonly maxlength: number;
  readonly format: string;
  readonly hint: string;
  readonly allowedInUGC: 0 | 1;
}

type Attributes = Readonly<Record<string, Attribute>>;

const attribute = (
  type: Attribute['type'],
  hint: string,
  more: Partial<Attribute> = {},
): Attribute => ({
  type,
  maxlength: type === 'string' ? 255 : 0,
  format: '',
  hint,
  allowedInUGC: 0,
  ...more,
});

const everywhere: Attributes = {
  title: attribute('string', 'The title', { allowedInUGC: 1 }),
  subtitle: attribute('string', 'A second line under the title', { allowedInUGC: 1 }),
  description: attribute('text', 'What it is about', { maxlength: 65_535, allowedInUGC: 1 }),
  slug: attribute('string', 'The readable part of an address: small letters, digits and hyphens', {
    format: '[a-z0-9-]+',
  }),
  refnr: attribute('string', 'The number in the house', { maxlength: 64 }),
  language: attribute('string', 'The language: two small letters', {
    maxlength: 2,
    format: '[a-z]{2}',
  }),
  tags: attribute('list', 'Tags, joined by commas', { allowedInUGC: 1 }),
};

const streamed: Attributes = {
  genre: attribute('string', 'A code of the genre list'),
  channel: attribute('integer', 'The ID of a channel'),
  format: attribute('integer', 'The ID of a format'),
  releasedate: attribute('date', 'The first release', { format: 'YYYY-MM-DD' }),
  isPicked: attribute('boolean', 'Whether the editors picked it'),
  forKids: attribute('boolean', 'Whether it was made for kids'),
};

/** What can be edited, by streamtype: those that play have more of it. */
const byStreamtype: Readonly<Record<string, Attributes>> = {
  video: { ...everywhere, ...streamed, studio: attribute('integer', 'The ID of a studio') },
  audio: { ...everywhere, ...streamed },
  live: { ...everywhere, ...streamed },
  radio: { ...everywhere, ...streamed },
  scene: { ...everywhere, ...streamed },
  playlist: { ...everywhere, ...streamed },
  series: { ...everywhere, ...streamed },
  ...Object.fromEntries(
    [
      'collection',
      'set',
      'rack',
      'bundle',
      'image',
      'album',
      'audioalbum',
      'file',
      'folder',
      'event',
      'article',
      'product',
      'magazine',
      'place',
      'link',
      'post',
      'person',
      'group',
      'show',
      'team',
      'poll',
      'form',
      'voting',
      'variant',
    ].map((streamtype) => [streamtype, everywhere]),
  ),
};

const restrictions: Attributes = {
  age: attribute('integer', 'The youngest age', { format: '0-21' }),
  countries: attribute(
    'list',
    'Codes of the countries it is limited to: two capital letters each',
    { format: '[A-Z]{2}' },
  ),
  availableFrom: attribute('integer', 'The first moment, in unix seconds'),
  availableUntil: attribute('integer', 'The last moment, in unix seconds'),
  needsLogin: attribute('boolean', 'Whether a user must be logged in'),
  domains: attribute('list', 'IDs of the domains it is limited to'),
};

const payable = new Set([
  'video',
  'audio',
  'live',
  'playlist',
  'series',
  'collection',
  'bundle',
  'album',
  'audioalbum',
  'event',
  'article',
  'magazine',
]);
const pay: Attributes = {
  isPay: attribute('boolean', 'Whether it is for pay'),
  price: attribute('integer', 'The price for a time, in the subunit of the currency'),
  ownagePrice: attribute('integer', 'The price for good, in the subunit of the currency'),
  isPremiumOnly: attribute('boolean', 'Whether only a premium subscription includes it'),
};

export const editableAttributesFor: Handler = async (call) => ({
  result: byStreamtype[known(textOf(call, 'streamtype'))],
});

export const editableRestrictionsFor: Handler = async (call) => {
  const streamtype = known(textOf(call, 'streamtype'));
  return { result: { ...restrictions, ...(payable.has(streamtype) && pay) } };
};

function known(streamtype: string | undefined): string {
  if (streamtype === undefined || !Object.hasOwn(byStreamtype, streamtype)) {
    throw new Refusal(404, `streamtype "${streamtype}" is not known`);
  }
  return streamtype;
}
