import { expect, test } from '@playwright/test';
import { createUsher } from '../../src/index.ts';
import { createPages } from './pages.ts';
import { baseUrl } from './site.ts';
import { viewers } from './viewers.ts';

test('pages share nothing with another world, nor with a runtime of the process', async () => {
  createUsher({ baseUrl, domain: 741 });
  for (const { id, name: username, password } of viewers) {
    const pages = await createPages(5);
    const { usher } = pages.open(0);
    await pages.pass(2000);
    expect(usher.$user.get()).toBe(null);
    void usher.login({ provider: 'manual', username, password });
    await pages.pass(2000);
    expect(usher.$user.get()?.id).toBe(id);
  }
});
