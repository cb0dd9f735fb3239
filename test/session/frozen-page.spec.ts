import { expect, test } from '@playwright/test';
import type { WorldPage } from '../world/page.ts';
import { createPages, durableIn, keepalivesOf, mirroredIn, type Pages } from '../world/pages.ts';
import { viewers } from '../world/viewers.ts';

const minuteMs = 60_000;

/** Two tabs with one session. The first is logged in. */
async function openTwo(): Promise<Pages> {
  const pages = await createPages(3);
  for (const place of [0, 1]) {
    pages.open(place);
    await pages.pass(2000);
  }
  const { name: username, password } = viewers[0]!;
  void pages.page(0).usher.login({ provider: 'manual', username, password });
  await pages.pass(2000);
  expect([0, 1].map((place) => pages.page(place).usher.$user.get()?.name)).toEqual([
    username,
    username,
  ]);
  return pages;
}

/** A page that the browser had frozen runs again. */
const thaw = ({ pace, fire }: WorldPage): void => pace.thaw(() => fire('resume'));

for (const ending of ['forget', 'setPersistence'] as const) {
  test(`a frozen page wakes without the user after ${ending}() in another tab, and sends and stores no user data`, async () => {
    const pages = await openTwo();
    const { device, world } = pages;
    const [first, second] = [pages.page(0), pages.page(1)];
    const { id } = first.usher.$session.get();
    second.pace.freeze();
    await pages.pass(1000);
    void first.usher[ending]('none');
    await pages.pass(2000);
    const sentBefore = world.facts.sent.length;
    device.close(0);
    await pages.pass(20 * minuteMs);
    thaw(second);
    await pages.pass(minuteMs);
    expect(second.usher.$user.get()).toBe(null);
    expect(second.usher.$session.get().status).toBe('ended');
    const sent = world.facts.sent.slice(sentBefore);
    expect(sent.filter((one) => one.session === id && one.id !== 'session/logout')).toEqual([]);
    expect(mirroredIn(pages).session).toBe(undefined);
    expect(JSON.stringify(durableIn(pages))).not.toContain(id!);
  });
}

test('a page that was frozen while consent was withdrawn stores nothing, also after a later forget()', async () => {
  const pages = await openTwo();
  const [first, second] = [pages.page(0), pages.page(1)];
  second.pace.freeze();
  await pages.pass(1000);
  void first.usher.setPersistence('none');
  await pages.pass(2000);
  void first.usher.forget();
  await pages.pass(2000);
  thaw(second);
  await pages.pass(1000);
  void second.usher.start();
  await pages.pass(2000);
  expect(second.usher.$session.get().status).toBe('ready');
  for (const stored of [mirroredIn(pages), durableIn(pages)]) {
    expect([stored.deviceHash, stored.session]).toEqual(['', undefined]);
  }
});

test('a page that opened after a withdrawal of consent shares its session after a later forget()', async () => {
  const pages = await openTwo();
  void pages.page(0).usher.setPersistence('none');
  await pages.pass(2000);
  const [later, last] = [pages.open(2), pages.open(3)];
  await pages.pass(2000);
  void later.usher.forget();
  await pages.pass(2000);
  void last.usher.start();
  await pages.pass(2000);
  expect(mirroredIn(pages).session?.id).toBe(last.usher.$session.get().id);
});

test('a page frozen during a keepalive does not overwrite the time of a later one', async () => {
  const pages = await openTwo();
  const { device, sentTo } = pages;
  const [first, second] = [pages.page(0), pages.page(1)];
  device.network.behave('slow');
  await pages.until(() => sentTo('session/keepalive').length > 0, 1000);
  const sender = sentTo('session/keepalive')[0]!.page === first.name ? first : second;
  const other = sender === first ? second : first;
  sender.pace.freeze();
  device.network.behave('up');
  await pages.pass(14 * minuteMs); // the other tab sends the next keepalive
  expect(keepalivesOf(pages).length).toBeGreaterThanOrEqual(2);
  const { keptAliveAt } = mirroredIn(pages).session!;
  thaw(sender);
  await pages.pass(5000);
  expect(mirroredIn(pages).session!.keptAliveAt).toBeGreaterThanOrEqual(keptAliveAt);
  expect(other.usher.$session.get().status).toBe('ready');
});
