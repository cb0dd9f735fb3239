import { withBase } from 'vitepress';
import { ref, type Ref } from 'vue';

/** Where the forms of this browser tab keep their session. */
const storageName = 'usher-docs-session';

/** The address of the platform that the forms call. It can be changed in each form. */
export const baseUrl: Ref<string> = ref('');
/** The session of the forms, by its ID; empty where none is open. */
export const sessionId: Ref<string> = ref('');

/**
 * Reads the address of the platform from the server of the site, and the session that an earlier
 * page of this tab has opened.
 */
export async function loadPlatform(): Promise<void> {
  sessionId.value ||= sessionStorage.getItem(storageName) ?? '';
  if (baseUrl.value) return;
  const answer = await fetch(withBase('/platform.json'));
  const { baseUrl: given } = (await answer.json()) as { baseUrl: string };
  baseUrl.value ||= given;
}

/**
 * Opens a session and keeps it for the other forms.
 * @throws {Error} where the platform refuses, with its hint.
 */
export async function openSession(): Promise<void> {
  const answer = await fetch(`${baseUrl.value}/session/init`, {
    method: 'POST',
    body: new URLSearchParams({ gateway: 'desktop' }),
  });
  keepSession(await answer.text());
  if (!sessionId.value) throw new Error(`The platform opened no session (${answer.status}).`);
}

/** Keeps the session of an answer of `session/init`. The ID is read digit by digit. */
export function keepSession(answer: string): void {
  const found = /"cid"\s*:\s*"?(\d+)/.exec(answer)?.[1];
  if (!found) return;
  sessionId.value = found;
  sessionStorage.setItem(storageName, found);
}

/** Forgets the session of the forms. */
export function dropSession(): void {
  sessionId.value = '';
  sessionStorage.removeItem(storageName);
}
