import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';

test('the built fake sends nothing, and does not keep a process alive', () => {
  const program = `
    globalThis.fetch = () => { throw new Error('a request'); };
    const { createFakeUsher } = await import(${JSON.stringify(pathToFileURL('dist/testing.js').href)});
    const offer = { operation: 'ppv', amount: 499, currency: 'EUR' };
    const usher = createFakeUsher({ user: { id: '17' }, items: { '7/video': { access: 'granted', expiresAt: Date.now() + 3_600_000 }, '8/video': 'denied' } });
    usher.item({ item: 7, streamtype: 'video' }).$state.subscribe(() => {});
    await usher.item({ item: 7, streamtype: 'video' }).check();
    const item = usher.item({ item: 8, streamtype: 'video' });
    await item.buy(offer, { provider: 'card' });
    const { status } = await usher.finishPurchase();
    const open = await (await usher.checkout()).buy({ ...offer, operation: 'ownage', item: 8, streamtype: 'video', provider: 'card' });
    void open.settled();
    console.log(status);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  expect(output.trim()).toBe('granted');
});
