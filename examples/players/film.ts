import { createUsher } from 'usher-runtime';

// What `npm start` prints.
const provider = 'http://127.0.0.1:4175';
export const usher = createUsher({
  baseUrl: 'http://127.0.0.1:4174/v3.1/741',
  providers: [
    {
      name: 'harbour',
      type: 'in-page',
      script: `${provider}/in-page.js`,
    },
  ],
});
export const film = usher.item({ item: 1369311, streamtype: 'video', globalId: 5000311 });
