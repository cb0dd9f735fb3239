import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { guards as guardsOfFaults } from '../faults/support/guards.ts';
import { guards as guardsOfWorld } from '../world/guard-list.ts';
import { takeOut } from './without-guard.ts';

for (const [tests, guards] of [
  ['the world', guardsOfWorld],
  ['faults', guardsOfFaults],
] as const) {
  for (const guard of guards) {
    test(`the source has what tests of ${tests} take out: ${guard.name}, ${guard.file} @main`, () => {
      const source = readFileSync(guard.file, 'utf8');
      expect(takeOut(source, guard)).not.toBe(source);
    });
  }
}
