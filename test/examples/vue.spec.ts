import { test } from '../fixtures/examples/example.ts';
import { sellWithVite } from '../fixtures/examples/sell-with-vite.ts';

test.use({ domain: 9181, source: 'examples/vue' });

test('the Vue example sells a film, under hot reload too', async ({ page, example, noise }) => {
  await sellWithVite({ page, example, noise }, 'src/app.vue');
});
