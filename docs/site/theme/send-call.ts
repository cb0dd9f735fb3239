import type { Endpoint } from '../endpoint.ts';
import type { CallAnswer } from './answer-view.ts';
import { callRequest, type FieldValues } from './call-request.ts';
import { baseUrl, dropSession, keepSession, openSession, sessionId } from './platform-session.ts';

/** Sends a call with the session of the forms, and opens one first where none is open. */
export async function sendCall(endpoint: Endpoint, values: FieldValues): Promise<CallAnswer> {
  const { url, init } = callRequest(baseUrl.value, endpoint, values);
  const startedAt = performance.now();
  try {
    if (endpoint.needsSession && !sessionId.value) await openSession();
    const headers = endpoint.needsSession ? { 'X-Request-CID': sessionId.value } : {};
    const answer = await fetch(url, { ...init, headers });
    const text = await answer.text();
    if (endpoint.id === 'session/init') keepSession(text);
    if (answer.status === 401 || endpoint.id === 'session/logout') dropSession();
    return { url, status: answer.status, text, tookMs: performance.now() - startedAt };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { url, status: 0, text, tookMs: performance.now() - startedAt };
  }
}
