/**
 * What the page reads of a media item. The platform leaves out what it does not know, and so do
 * these.
 */

/** @param {any} item */
export const titleOf = (item) => String(item.general.title || 'Untitled');

export const addressOf = (item) =>
  `/watch.html?gid=${encodeURIComponent(String(item.general.GID))}`;

export const isLocked = (item) => Number(item.general.isPay) === 1;

/** Drawn from the global ID, so that it is the same on every page. */
export const artSubjectOf = (item) => ({
  key: `${item.general.GID} ${titleOf(item)}`,
  genre: String(item.general.genre ?? ''),
});

/** The year of release, where the item tells it. */
export function yearOf(item) {
  return /^\d{4}/.exec(String(item.publishingdata?.released ?? ''))?.[0] ?? '';
}

/** `01:48:00` as "1 h 48 min". */
export function lengthOf(item) {
  const [hours = 0, minutes = 0, seconds = 0] = String(item.general.runtime ?? '')
    .split(':')
    .map(Number);
  if (!(hours || minutes || seconds)) return '';
  if (!hours && !minutes) return `${seconds}\u00a0s`;
  return [hours && `${hours}\u00a0h`, minutes && `${minutes}\u00a0min`]
    .filter(Boolean)
    .join('\u00a0');
}

/**
 * Connected media of one kind (`persons`, `tags`, …, `studio`), with what is known of each: its
 * title, and its ID where there is one.
 */
export function connectedTo(item, kind, role) {
  return [item.connectedmedia?.[kind] ?? []]
    .flat()
    .filter((entry) => role === undefined || entry.role === role)
    .map((entry) => ({
      id: String(entry.ID ?? ''),
      title: String(entry.title ?? entry.name ?? ''),
    }))
    .filter(({ title }) => title);
}

/** What a series or playlist consists of: titles and addresses. */
export const partsOf = (item) =>
  (item.connectedmedia?.items ?? []).map((part) => ({
    title: String(part.title),
    address: `/watch.html?gid=${part.GID}`,
  }));

/** Where the file of an item is; empty when the platform told none. */
export const fileOf = (item) => String(item.streamdata?.url ?? '');

export const isAudio = (item) => item.general.streamtype === 'audio';
