import { expect } from 'chai';
import { yieldToMain } from '../../src/browser/yield-to-main.ts';
import { isWebKit, itUnless } from '../support/it-unless.ts';

describe('yieldToMain', () => {
  /** The pending work of the page that is done after this number of yields. */
  async function doneAfter(breaths: number): Promise<string[]> {
    const seen: string[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => seen.push('message');
    port2.postMessage(0);
    queueMicrotask(() => seen.push('microtask'));
    for (let count = 0; count < breaths; count++) await yieldToMain();
    port1.close();
    return seen;
  }

  itUnless(
    isWebKit && 'WebKit keeps no order among message ports',
    'resolves after the pending work of the page',
    async () => {
      expect(await doneAfter(1)).to.deep.equal(['microtask', 'message']);
    },
  );

  it('lets the page finish pending work within two yields', async () => {
    expect(await doneAfter(2)).to.deep.equal(['microtask', 'message']);
  });

  it('lets the page work between any two yields', async () => {
    let [breaths, acts] = [0, 0];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      acts++;
      port2.postMessage(0);
    };
    port2.postMessage(0);
    while (breaths++ < 50) await yieldToMain();
    port1.close();
    expect(acts).to.be.greaterThan(25);
  });

  it('uses no timer: two hundred yields end before two hundred timers', async () => {
    let isOver = false;
    const timers = (async () => {
      for (let count = 0; count < 200 && !isOver; count++) {
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return isOver;
    })();
    for (let count = 0; count < 200; count++) await yieldToMain();
    isOver = true;
    expect(await timers).to.equal(true);
  });
});
