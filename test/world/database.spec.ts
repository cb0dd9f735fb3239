import { expect, test } from '@playwright/test';
import { createDeviceDatabase } from './browser/database.ts';
import { createChance } from './chance.ts';
import { createVirtualTime, type Owner } from './time.ts';

/** A request to open a database, and the parts of its connection that this test uses. */
interface Opening {
  result: {
    readonly createObjectStore: (name: string) => void;
    readonly transaction: (
      name: string,
      mode: string,
    ) => {
      oncomplete?: () => void;
      onabort?: () => void;
      readonly objectStore: (name: string) => {
        readonly put: (value: string, key: string) => void;
      };
    };
  };
  onupgradeneeded?: () => void;
  onsuccess?: () => void;
}

test('a transaction that is aborted before it begins holds up no later one', async () => {
  const time = createVirtualTime();
  const page: Owner = { isGone: () => false, holdsBack: () => false };
  const database = createDeviceDatabase(time, createChance(1), () => {});
  const ends: string[] = [];
  const write = (then: () => void): void => {
    const opening = (database.open(page) as { open: () => Opening }).open();
    opening.onupgradeneeded = () => opening.result.createObjectStore('sessions');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('sessions', 'readwrite');
      transaction.oncomplete = () => void ends.push('complete');
      transaction.onabort = () => void ends.push('abort');
      transaction.objectStore('sessions').put('a value', 'a key');
      then();
    };
  };
  write(() => database.deleteAll());
  await time.pass(1000);
  write(() => {});
  await time.pass(1000);
  expect(ends).toEqual(['abort', 'complete']);
});
