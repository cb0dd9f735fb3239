import { createUsher } from 'usher-runtime';

export const usher = createUsher({
  baseUrl: process.env.WEBPACK_BASE_URL!,
  providers: [
    {
      name: 'harbour',
      type: 'in-page',
      script: `${process.env.WEBPACK_PROVIDER}/in-page.js`,
    },
  ],
});
export const film = usher.item({
  item: process.env.WEBPACK_ITEM!,
  streamtype: 'video',
  globalId: process.env.WEBPACK_GLOBAL_ID!,
});
