import { expect } from 'chai';
import { createFakeUsher } from '../../src/testing/create-fake-usher.ts';
import { until } from '../fixtures/session/waiting.ts';
import { mountFilm, offer, useFilm } from '../fixtures/testing/locked-film.ts';

describe('the runtime for tests in a browser', () => {
  it('shows a component of a locked film, without a request or a stored text', async () => {
    const { fetch } = globalThis;
    const sent: unknown[] = [];
    globalThis.fetch = async (...given) => {
      sent.push(given[0]);
      throw new TypeError('no request is expected');
    };
    const stored = localStorage.length + sessionStorage.length;
    try {
      const usher = createFakeUsher({
        user: { id: '17', name: 'ada' },
        items: { '7/video': 'denied' },
        offers: [offer],
      });
      const stop = mountFilm(usher, document);
      await useFilm(document, usher);
      stop();
      usher.dispose();
    } finally {
      globalThis.fetch = fetch;
    }
    expect(sent).to.deep.equal([]);
    expect(localStorage.length + sessionStorage.length).to.equal(stored);
  });

  it('plays through a gate when the item is granted', async () => {
    const usher = createFakeUsher({
      items: { '7/video': 'denied' },
      sources: { '7/video': [{ url: 'https://media.example.com/7.mp4' }] },
    });
    const video = document.createElement('video');
    video.play = async () => {};
    const gate = usher.gate(video, usher.item({ item: 7, streamtype: 'video', globalId: 107 }));
    await until(() => gate.$status.get() === 'held');
    await usher.grant('7/video');
    await until(() => video.src && gate.$status.get() === 'open');
    expect(video.src).to.equal('https://media.example.com/7.mp4');
    gate.stop();
    usher.dispose();
  });
});
