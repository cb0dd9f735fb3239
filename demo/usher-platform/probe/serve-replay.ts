import { Hono, type MiddlewareHandler } from 'hono';
import { listen, type Listening } from '../../platform/listen.ts';
import type { Recording } from './recording.ts';
import { createReplay } from './replay.ts';

/** Answers from recordings, and leaves other paths to what comes behind. */
export function answerFromRecordings(recording: Recording): MiddlewareHandler {
  const replay = createReplay(recording, (endpoint) =>
    console.error(`the recordings have no answer to ${endpoint}`),
  );
  return async (context, next) => (await replay.answer(context.req.raw)) ?? next();
}

/** A server of recordings alone. */
export function serveReplay(recording: Recording): Promise<Listening> {
  const app = new Hono();
  app.use(answerFromRecordings(recording));
  return listen(app, 0);
}
