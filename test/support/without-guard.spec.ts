import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { guards as guardsOfFaults } from '../faults/support/guards.ts';
import { guards as guardsOfWorld } from '../world/guard-list.ts';
import { takeOut, type TakenOut } from './without-guard.ts';

/** A second protection, which is taken out together with a guard of the world. */
const behind = guardsOfWorld.flatMap(({ name, behind: second }) =>
  second ? [{ ...second, name: `behind ${name}` }] : [],
);

const guardsOf: readonly (readonly [string, readonly (TakenOut & { readonly name: string })[]])[] =
  [
    ['the world', [...guardsOfWorld, ...behind]],
    ['faults', guardsOfFaults],
  ];

for (const [tests, guards] of guardsOf) {
  for (const guard of guards) {
    test(`the source has what tests of ${tests} take out: ${guard.name}, ${guard.file} @main`, () => {
      const source = readFileSync(guard.file, 'utf8');
      expect(takeOut(source, guard)).not.toBe(source);
    });
  }
}
