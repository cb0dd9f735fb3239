/** A viewer of the platform. Names and IDs are long enough to be found in any text. */
export interface WorldViewer {
  readonly id: string;
  readonly name: string;
  readonly password: string;
  readonly hash: string;
  /** The publisher's own reference. */
  readonly reference: string;
}

const viewer = (number: number, name: string): WorldViewer => ({
  id: `90000${number}`,
  name: `viewer-${name}`,
  password: `password-of-${name}`,
  hash: `userhash-of-${name}`,
  reference: `reference-of-${name}`,
});

export const viewers: readonly WorldViewer[] = [
  viewer(1, 'ada'),
  viewer(2, 'bob'),
  viewer(3, 'eve'),
];

export const nameOfUser = (id: string | null | undefined): string =>
  id === undefined
    ? 'nobody known'
    : (viewers.find((each) => each.id === id)?.name ?? id ?? 'nobody');
