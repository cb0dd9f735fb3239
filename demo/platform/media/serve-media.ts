import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import { mediaFiles } from './media-files.ts';
import { readRange } from './range.ts';

const folder = new URL('../../media/', import.meta.url);
const bytesOf = new Map<string, Promise<{ bytes: Uint8Array; etag: string }>>();

/** A playable file, whole or the range that is asked for; a player needs ranges to seek. */
export async function serveMedia(context: Context): Promise<Response> {
  const name = context.req.param('name') ?? '';
  const file = Object.hasOwn(mediaFiles, name) ? mediaFiles[name] : undefined;
  if (!file) return context.notFound();
  const { bytes, etag } = await readOnce(name);
  const headers = {
    'Content-Type': file.type,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'public, max-age=3600',
  };
  const validator = context.req.header('If-Range');
  const range =
    validator && validator !== etag
      ? undefined
      : readRange(context.req.header('Range'), bytes.byteLength);
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${bytes.byteLength}` },
    });
  }
  if (range) {
    const part = bytes.slice(range.first, range.last + 1);
    const contentRange = `bytes ${range.first}-${range.last}/${bytes.byteLength}`;
    return new Response(part, {
      status: 206,
      headers: {
        ...headers,
        'Content-Range': contentRange,
        'Content-Length': String(part.byteLength),
      },
    });
  }
  if (context.req.header('If-None-Match') === etag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bytes.slice(), {
    headers: { ...headers, 'Content-Length': String(bytes.byteLength) },
  });
}

/** The files are small and few: each is read once. */
function readOnce(name: string): Promise<{ bytes: Uint8Array; etag: string }> {
  let reading = bytesOf.get(name);
  if (!reading) {
    reading = readFile(new URL(name, folder)).then((bytes) => ({
      bytes,
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    }));
    bytesOf.set(name, reading);
  }
  return reading;
}
