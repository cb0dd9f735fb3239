import { expect, test } from '@playwright/test';
import { listedHosts } from '../../demo/listed-hosts.ts';
import { createCallbackHosts } from '../../demo/platform/directory/callback-hosts.ts';

const hostsOf = (text?: string): string[] => listedHosts('ALLOWED_HOSTS', { ALLOWED_HOSTS: text });

test('a list of hosts may be missing or empty, and have spaces and empty parts', () => {
  for (const nothing of [undefined, '', ' ', ',']) expect(hostsOf(nothing)).toEqual([]);
  const hosts = hostsOf('a.test, b.test:8443 ,,');
  expect(hosts).toEqual(['a.test', 'b.test:8443']);
  expect(createCallbackHosts(hosts).find('b.test:8443')).toBe('b.test:8443');
});

test('what is no host is refused with the name of the variable', () => {
  for (const wrong of ['https://a.test', 'a.test/path', 'a b']) {
    expect(() => hostsOf(`b.test,${wrong}`)).toThrow(
      new RangeError(`ALLOWED_HOSTS: "${wrong}" is no host`),
    );
  }
});
