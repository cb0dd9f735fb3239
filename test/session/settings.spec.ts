import { expect, test } from '@playwright/test';
import { checkSettings } from '../../src/session/settings.ts';
import { createPages, mirroredIn } from '../world/pages.ts';
import { usualSite } from '../world/site.ts';
import { viewers } from '../world/viewers.ts';

test("a page without init fields has no user of the publisher's, unless a payment came back", async () => {
  const pages = await createPages(1);
  pages.device.site = { ...usualSite, reference: 0 };
  pages.open(0);
  await pages.pass(5000);
  expect(pages.page(0).usher.$user.get()?.id).toBe(viewers[0]!.id);
  pages.device.close(0);
  pages.device.site = { ...usualSite, hasInit: false };
  pages.open(1);
  await pages.pass(5000);
  expect(pages.page(1).usher.$user.get()).toBe(null);
});

test('forget() is no withdrawal of a consent that the page does not need', async () => {
  const pages = await createPages(1);
  pages.open(0);
  await pages.pass(5000);
  void pages.page(0).usher.forget();
  await pages.pass(60_000);
  expect(mirroredIn(pages).isWithdrawn).toBeFalsy();
  void pages.page(0).usher.start();
  await pages.pass(5000);
  expect(mirroredIn(pages).session?.id).toBe(pages.page(0).usher.$session.get().id);
});

test('a page cannot give the fields of init that the runtime sets itself', () => {
  for (const name of ['nxp_devh', 'nxp_userh', 'currentSession']) {
    const refused: string[] = [];
    const refuse = (field: string): never => {
      refused.push(field);
      throw new Error(field);
    };
    const given = { baseUrl: 'https://platform.test/v3.1/741', init: { [name]: '1' } };
    expect(() => checkSettings(given, refuse)).toThrow(name);
    expect(refused).toEqual([name]);
  }
});
