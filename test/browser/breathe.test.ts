import { expect } from 'chai';
import { breathe } from '../../src/browser/yield-to-main.ts';

describe('a breath', () => {
  it('comes after what the page has to do already', async () => {
    const seen: string[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => seen.push('message');
    port2.postMessage(0);
    queueMicrotask(() => seen.push('microtask'));
    await breathe();
    port1.close();
    expect(seen).to.deep.equal(['microtask', 'message']);
  });

  it('lets the page act between any two', async () => {
    let [breaths, acts] = [0, 0];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      acts++;
      port2.postMessage(0);
    };
    port2.postMessage(0);
    while (breaths++ < 50) await breathe();
    port1.close();
    expect(acts).to.be.greaterThan(25);
  });

  it('takes no timer: two hundred are over before two hundred timers could be', async () => {
    let isOver = false;
    const timers = (async () => {
      for (let count = 0; count < 200 && !isOver; count++) await new Promise((resolve) => setTimeout(resolve, 0));
      return isOver;
    })();
    for (let count = 0; count < 200; count++) await breathe();
    isOver = true;
    expect(await timers).to.equal(true);
  });
});
