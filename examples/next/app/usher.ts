import { createUsher } from 'usher-runtime';

export const usher = createUsher({
  baseUrl: process.env.NEXT_PUBLIC_BASE_URL!,
  providers: [
    {
      name: 'harbour',
      type: 'in-page',
      pay: async (payment, options) => {
        const address = `${process.env.NEXT_PUBLIC_PROVIDER}/in-page.js`;
        const { pay } = await import(/* turbopackIgnore: true */ address);
        return pay(payment, options);
      },
    },
  ],
});
export const film = usher.item({
  item: process.env.NEXT_PUBLIC_ITEM!,
  streamtype: 'video',
  globalId: process.env.NEXT_PUBLIC_GLOBAL_ID!,
});
