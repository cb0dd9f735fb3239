import type { User } from 'usher-runtime';

/** What a viewer is called. */
export const userName = ({ id, name }: User): string => name ?? `Viewer ${id}`;
