import type { User } from 'usher-runtime';

/** What a viewer is called. The ID of the platform means nothing to them. */
export const userName = ({ name }: User): string => name ?? 'viewer';
