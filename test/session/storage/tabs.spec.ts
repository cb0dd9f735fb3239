import { expect, test } from '@playwright/test';
import { createPages } from '../../world/pages.ts';

test('a logout in one of three tabs is sent once', async () => {
  const pages = await createPages(1);
  for (const place of [0, 1, 2]) {
    pages.open(place);
    await pages.pass(2000);
  }
  void pages.page(1).usher.logout();
  await pages.pass(60_000);
  expect(pages.sentTo('session/logout')).toHaveLength(1);
  expect(pages.page(0).usher.$session.get().status).toBe('ended');
});
