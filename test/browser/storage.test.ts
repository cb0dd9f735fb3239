import { expect } from 'chai';
import { openTextStore } from '../../src/browser/storage.ts';

describe('a store of texts', () => {
  const name = 'storage-test';
  afterEach(() => {
    localStorage.removeItem(name);
    sessionStorage.removeItem(name);
  });

  for (const [persistence, own, other] of [
    ['device', localStorage, sessionStorage],
    ['tab', sessionStorage, localStorage],
  ] as const) {
    it(`of persistence "${persistence}" uses its own storage`, () => {
      const store = openTextStore(persistence);
      expect(store.get(name)).to.equal(null);
      store.set(name, 'Zoë ✓');
      expect([own.getItem(name), other.getItem(name), store.get(name)]).to.deep.equal([
        'Zoë ✓',
        null,
        'Zoë ✓',
      ]);
    });
  }

  it('of persistence "none" uses no storage', () => {
    const store = openTextStore('none');
    store.set(name, 'x');
    expect([
      store.get(name),
      localStorage.getItem(name),
      sessionStorage.getItem(name),
    ]).to.deep.equal([null, null, null]);
  });

  it('drops a value that does not fit, without an error, and keeps the previous one', () => {
    const store = openTextStore('device');
    store.set(name, 'before');
    store.set(name, 'x'.repeat(12 * 1024 * 1024));
    expect(store.get(name)).to.equal('before');
  });
});
