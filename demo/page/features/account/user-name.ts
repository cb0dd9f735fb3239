/** What a viewer is called. */
export const nameOf = (user) => String(user.name ?? `Viewer ${user.id}`);
