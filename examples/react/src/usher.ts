import { createUsher } from 'usher-runtime';
import { defineElements } from 'usher-runtime/elements';

const { VITE_BASE_URL, VITE_PROVIDER, VITE_ITEM, VITE_GLOBAL_ID } = import.meta.env;

export const usher = createUsher({
  baseUrl: VITE_BASE_URL,
  providers: [{ name: 'harbour', type: 'in-page', script: `${VITE_PROVIDER}/in-page.js` }],
});
export const film = { item: VITE_ITEM, streamtype: 'video', globalId: VITE_GLOBAL_ID };
defineElements({ usher });
