import { expect, test } from '@playwright/test';
import { openTwo, usherOf } from '../../fixtures/session/two-tabs.ts';

test('a refused raw logout is not repeated after the logout of another tab', async () => {
  const pages = await openTwo();
  const { device } = pages;
  await pages.pass(10_000);
  device.network.plan('503 for ten minutes', 1, 'session/logout');
  const refused = usherOf(pages, 0)
    .call('session/logout')
    .catch(({ status }) => status);
  await pages.until(() => pages.sentTo('session/logout').length === 1, 1);
  void usherOf(pages, 1).logout();
  await pages.pass(60_000);
  expect(await refused).toBe(503);
  const statuses = pages.sentTo('session/logout').map(({ status }) => status);
  expect(statuses).toEqual([503, 200]);
  await pages.pass(1_800_000);
  expect(pages.sentTo('session/logout')).toHaveLength(2);
});
