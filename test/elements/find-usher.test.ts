import { expect } from 'chai';
import type { ElementUsher } from '../../src/elements/element-usher.ts';
import { findUsher } from '../../src/elements/find-usher.ts';
import { createTagQueue } from '../../src/page/tag-queue.ts';

const globals = globalThis as { usher?: unknown };

describe('the runtime of an element', () => {
  const runtime = { name: 'of the tag' } as unknown as ElementUsher;
  const found: ElementUsher[] = [];
  beforeEach(() => {
    found.length = 0;
  });
  afterEach(() => {
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
    findUsher(undefined, (usher) => found.push(usher));
    findUsher('741', (usher) => found.push(usher));
    findUsher('742', (usher) => found.push(usher));
    expect(found).to.deep.equal([]);
    runTag();
    expect(found).to.deep.equal([runtime, runtime]);
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
