import { createUsher } from 'usher-runtime';

const { VITE_BASE_URL, VITE_PROVIDER, VITE_ITEM, VITE_GLOBAL_ID } = import.meta.env;

export const usher = createUsher({
  baseUrl: VITE_BASE_URL,
  providers: [
    {
      name: 'harbour',
      type: 'in-page',
      pay: async (payment, options) => {
        const { pay } = await import(/* @vite-ignore */ `${VITE_PROVIDER}/in-page.js`);
        return pay(payment, options);
      },
    },
  ],
});
export const film = usher.item({
  item: VITE_ITEM,
  streamtype: 'video',
  globalId: VITE_GLOBAL_ID,
});
