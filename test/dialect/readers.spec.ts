import { expect, test } from '@playwright/test';
import { readDetails } from '../../src/dialect/readers.ts';

test('the data of a session has what the platform adds, and no part that has a reader', () => {
  const { data } = readDetails({
    general: { cid: '7' },
    device: { domaintoken: 'secret' },
    system: { reporttoken: 'secret' },
    userdata: { userhash: 'secret' },
    pricemodel: { currency: 'EUR' },
    count: 3,
  });
  expect(data).toEqual({ pricemodel: { currency: 'EUR' } });
});
