import { testDomains } from '../tenants/domain.ts';
import { audioFile } from './audio-items.ts';
import type { Made } from './collections.ts';
import { videoFile } from './film-item.ts';
import { createItem, type NewItem } from './item.ts';

const videos = 85;
const audios = 40;
/** Before the first film, so that these items come last in lists of the latest. */
const firstUpload = Date.UTC(2013, 0, 7, 8);
const dayMs = 86_400_000;
const clipSeconds = 12;

/**
 * Items whose IDs lie beyond 2^53, for the domains that tests make: a client that loses digits
 * mixes them up, because their IDs follow each other. No other domain lists them, so that a plain
 * reader of JSON keeps apart all items of the demo.
 */
export function makeLongIdItems(): Made {
  const made: Made = { items: [], references: [], parts: [] };
  for (let number = 1; number <= videos; number++) made.items.push(longIdVideo(number));
  for (let number = 1; number <= audios; number++) made.items.push(longIdAudio(number));
  for (const { gid, media_file: file } of made.items) {
    made.references.push({ gid, kind: 'file', title: file!, role: 'stream' });
  }
  return made;
}

/** Every second one is for pay, at the price of a film. */
function longIdVideo(number: number): NewItem {
  const pay = number % 2 === 0;
  const item = longIdItem('video', 9_007_199_254_740_993_000n, 9_007_199_254_745_000_000n, number);
  return {
    ...item,
    media_file: videoFile,
    pay,
    ppv_minor: pay ? 399 : null,
    ownage_minor: pay ? 999 : null,
  };
}

function longIdAudio(number: number): NewItem {
  const item = longIdItem('audio', 9_007_199_254_750_000_000n, 9_007_199_254_760_000_000n, number);
  return {
    ...item,
    content_type: 'podcast',
    channel_id: '5',
    format_id: '4',
    genre: 'Interview',
    genre_code: 'interview',
    media_file: audioFile,
  };
}

function longIdItem(streamtype: string, gidBase: bigint, idBase: bigint, number: number): NewItem {
  const gid = String(gidBase + BigInt(number));
  const uploaded = new Date(firstUpload + number * dayMs);
  return {
    ...createItem(
      streamtype,
      gid,
      String(idBase + BigInt(number)),
      `Test ${streamtype} ${number}`,
      uploaded,
    ),
    subtitle: 'An item with long IDs',
    description: `Its global ID is ${gid}, which a number in JavaScript does not hold.`,
    duration_seconds: clipSeconds,
    only_domains: [testDomains],
  };
}
