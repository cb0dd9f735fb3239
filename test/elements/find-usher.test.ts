import { expect } from 'chai';
import { defineElements } from '../../src/elements/define-elements.ts';
import type { ElementUsher } from '../../src/elements/element-usher.ts';
import { findUsher } from '../../src/elements/find-usher.ts';
import { pageDefaults } from '../../src/elements/page-defaults.ts';
import { createTagQueue } from '../../src/page/tag-queue.ts';

const globals = globalThis as { usher?: unknown };

describe('the runtime of an element', () => {
  const runtime = { name: 'of the tag' } as unknown as ElementUsher;
  const found: ElementUsher[] = [];
  const ends: (() => void)[] = [];
  const search = (domain?: string): void => {
    ends.push(findUsher(domain, (usher) => found.push(usher)));
  };
  beforeEach(() => {
    found.length = 0;
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    pageDefaults().usher = undefined;
    delete globals.usher;
    for (const tag of document.querySelectorAll('[data-base-url]')) tag.remove();
  });
  const runTag = (): void => {
    const queue = createTagQueue((globals.usher ?? []) as unknown[], '741');
    queue.add('741', runtime as never);
  };

  it('is that of a script tag that runs later', () => {
    const tag = document.createElement('script');
    tag.dataset['baseUrl'] = 'https://api.test/v3.1/741';
    document.head.append(tag);
    search();
    search('741');
    search('742');
    expect(found).to.deep.equal([]);
    runTag();
    expect(found).to.deep.equal([runtime, runtime]);
  });

  it('is that of defineElements, although the tag runs later', () => {
    const given = { name: 'of defineElements' } as unknown as ElementUsher;
    globals.usher = [];
    search();
    search('741');
    defineElements({ usher: given });
    expect(found).to.deep.equal([given]);
    runTag();
    expect(found).to.deep.equal([given, given, runtime]);
  });

  it('is not called for after the end of the search', () => {
    globals.usher = [];
    findUsher(undefined, (usher) => found.push(usher))();
    runTag();
    expect(found).to.deep.equal([]);
  });

  it('makes no global on a page without a script tag', () => {
    findUsher(undefined, (usher) => found.push(usher))();
    expect('usher' in globals).to.equal(false);
  });
});
