import { test } from '../fixtures/examples/example.ts';
import { sellWithVite } from '../fixtures/examples/sell-with-vite.ts';

test.use({ domain: 9180, source: 'examples/react' });

test('the React example sells a film, under StrictMode and hot reload too', async ({
  page,
  example,
  noise,
}) => {
  await sellWithVite({ page, example, noise }, 'src/app.tsx');
});
