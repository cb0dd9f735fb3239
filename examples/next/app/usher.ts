import { createUsher } from 'usher-runtime';

export const usher = createUsher({
  baseUrl: process.env.NEXT_PUBLIC_BASE_URL!,
  providers: [
    {
      name: 'harbour',
      type: 'in-page',
      script: `${process.env.NEXT_PUBLIC_PROVIDER}/in-page.js`,
    },
  ],
});
export const film = {
  item: process.env.NEXT_PUBLIC_ITEM!,
  streamtype: 'video',
  globalId: process.env.NEXT_PUBLIC_GLOBAL_ID!,
};
