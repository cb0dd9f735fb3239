import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { drawPoster } from '../../demo/platform/media/poster.ts';
import { readRange } from '../../demo/platform/media/range.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startPlatform({ quiet: true });
});
test.afterAll(() => platform.close());

const files = {
  'clip.webm': 'video/webm',
  'clip.m3u8': 'application/vnd.apple.mpegurl',
  'clip.mpd': 'application/dash+xml',
  'clip.mp4': 'video/mp4',
  'lena.mp3': 'audio/mpeg',
};
const get = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${platform.url}/media/${name}`, { headers });

for (const [name, type] of Object.entries(files)) {
  test(`${name} is sent whole, and in the requested ranges`, async () => {
    const bytes = await readFile(new URL(`../../demo/media/${name}`, import.meta.url));
    const whole = await get(name);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('Content-Type')).toBe(type);
    expect(whole.headers.get('Accept-Ranges')).toBe('bytes');
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    for (const [range, first, last] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, bytes.length - 1],
      ['bytes=-50', bytes.length - 50, bytes.length - 1],
      [`bytes=10-${bytes.length + 99}`, 10, bytes.length - 1],
    ] as const) {
      const part = await get(name, { Range: range });
      expect(part.status, range).toBe(206);
      expect(part.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/${bytes.length}`);
      expect(
        Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(first, last + 1)),
        range,
      ).toBe(true);
    }
    const beyond = await get(name, { Range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('Content-Range')).toBe(`bytes */${bytes.length}`);
  });
}

test('the manifest names the header and the index of its file', async () => {
  const text = await (await get('clip.mpd')).text();
  const [name = ''] = /(?<=<BaseURL>)[^<]+/.exec(text) ?? [];
  const bytes = Buffer.from(await (await get(name)).arrayBuffer());
  const rangeOf = (attribute: string): Buffer => {
    const [, first, last] = new RegExp(`${attribute}="(\\d+)-(\\d+)"`).exec(text)!;
    return bytes.subarray(Number(first), Number(last) + 1);
  };
  const header = rangeOf(' range');
  expect(header.subarray(0, 4).toString('hex')).toBe('1a45dfa3'); // EBML
  expect(bytes.subarray(header.length, header.length + 4).toString('hex')).toBe('1f43b675'); // Cluster
  const index = rangeOf('indexRange');
  expect(index.subarray(0, 4).toString('hex')).toBe('1c53bb6b'); // Cues
  expect(index[4]! & 0x7f).toBe(index.length - 5);
});

test('the playlist names each byte range of its file', async () => {
  const text = await (await get('clip.m3u8')).text();
  const ranges = [...text.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, length, at]) => ({
    length: Number(length),
    at: Number(at),
  }));
  expect(ranges.length).toBeGreaterThan(1);
  let end = 0;
  for (const { length, at } of ranges) {
    expect(at).toBe(end);
    end += length;
  }
  expect((await (await get('clip.mp4')).arrayBuffer()).byteLength).toBe(end);
  const seconds = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, duration]) => Number(duration));
  expect(seconds.reduce((sum, duration) => sum + duration)).toBeCloseTo(12);
});

test('an unreadable range gives the whole file', () => {
  for (const header of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'items=0-1',
    'bytes=5-2',
    'bytes=0-1,5-6',
  ]) {
    expect(readRange(header, 100), header).toBeUndefined();
  }
  expect(readRange('bytes=-0', 100)).toBe('unsatisfiable');
});

test('an unchanged file is not sent again', async () => {
  const etag = (await get('clip.webm')).headers.get('ETag')!;
  expect((await get('clip.webm', { 'If-None-Match': etag })).status).toBe(304);
  expect((await get('clip.webm', { Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206);
  expect((await get('clip.webm', { Range: 'bytes=0-9', 'If-Range': '"old"' })).status).toBe(200);
});

test('only the playable files are served', async () => {
  for (const name of [
    'README.md',
    '..%2F..%2Fpackage.json',
    '%2e%2e/start.ts',
    'nothing.webm',
    'constructor',
    '__proto__',
  ]) {
    expect((await get(name)).status, name).toBe(404);
  }
});

test('each item has its own poster, always the same', async () => {
  const address = `${platform.url}/poster/5000001.svg`;
  const response = await fetch(address);
  expect(response.headers.get('Content-Type')).toContain('image/svg+xml');
  expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
  const svg = await response.text();
  expect(svg).toContain('Broken Arrow');
  expect(await (await fetch(address)).text()).toBe(svg);
  expect(await (await fetch(`${platform.url}/poster/5000002.svg`)).text()).not.toBe(svg);
  expect((await fetch(`${platform.url}/poster/9007199254740993051.svg`)).status).toBe(200);
  for (const name of ['1.svg', 'x.svg', '99999999999999999999.svg']) {
    expect((await fetch(`${platform.url}/poster/${name}`)).status, name).toBe(404);
  }
});

test('no text of a poster lies where players put their controls, or over another', () => {
  for (const title of ['Up', 'Big Fish', 'The Lord of the Rings: The Fellowship of the Ring']) {
    const svg = drawPoster({
      gid: '7',
      title,
      subtitle: 'Drama',
      genre: 'Drama',
      streamtype: 'video',
    });
    const lines = Array.from(svg.matchAll(/ y="(\d+)">|y="(\d+)" font-size/g), (found) =>
      Number(found[1] ?? found[2]),
    );
    expect(Math.max(...lines), title).toBeLessThanOrEqual(240); // of 360
    const size = Number(/font-size="(\d+)" font-weight="800"/.exec(svg)![1]);
    const [genre = 0, first = 0] = lines;
    expect(first - size * 0.75, title).toBeGreaterThan(genre);
  }
});

test('a title cannot break out of its poster', () => {
  const svg = drawPoster({
    gid: '7',
    title: '<script>&"',
    subtitle: '</svg>',
    genre: 'Drama',
    streamtype: 'video',
  });
  expect(svg).not.toContain('<script>');
  expect(svg.match(/<\/svg>/g)).toHaveLength(1);
});
