import { expect } from 'chai';
import { openFrame, type FramedPage, type FrameReply } from '../fixtures/session/framed-page.ts';
import {
  everything,
  everythingBody,
  everythingQuery,
  initCases,
  withoutHash,
} from '../fixtures/session/init-cases.ts';
import { answer, scriptPlatform, sessionResult } from '../fixtures/session/scripted-platform.ts';
import { tagText } from '../fixtures/session/tag-text.ts';

let made = 0;

describe('the script tag', () => {
  let base: string;
  let page: FramedPage | undefined;
  beforeEach(() => {
    base = `https://tag-${++made}.test/v3.1`;
  });
  afterEach(() => {
    page?.close();
    for (const name of Object.keys(localStorage)) {
      if (name.includes('//tag-')) localStorage.removeItem(name);
    }
  });

  const tag = (attributes: Record<string, string> = {}): string =>
    tagText({ 'data-base-url': base, 'data-domain': '741', ...attributes });
  const ready: FrameReply = () => answer(sessionResult());
  const open = async (body: string, reply = ready): Promise<FramedPage> =>
    (page = await openFrame(body, reply));

  describe('sends the same bytes as the runtime', () => {
    const cases = initCases.flatMap((one) =>
      one.texts.map((text, index) => ({
        ...one,
        text,
        base: `https://tag-${initCases.indexOf(one)}-${index}.test/v3.1`,
      })),
    );
    let all: FramedPage;
    // One page has a tag for each attribute. A page for each would take a minute.
    before(async () => {
      all = await openFrame(
        cases.map((one) => tag({ 'data-base-url': one.base, [one.attribute]: one.text })).join(''),
        ready,
      );
    });
    after(() => all.close());

    for (const { name, value, attribute, text, query, body, base: ownBase } of cases) {
      it(`${attribute}="${text}" as ${name} ${JSON.stringify(value)}`, async () => {
        const [sent, ...more] = all.sent.filter(({ url }) => url.startsWith(`${ownBase}/`));
        expect(more).to.deep.equal([]);
        expect(sent!.url).to.equal(`${ownBase}/session/init${query && `?${query}`}`);
        expect(withoutHash(sent!.body)).to.equal(body);
        const platform = scriptPlatform();
        try {
          await platform.usher({ init: { [name]: value } as object }).start();
          const byRuntime = platform.to('session/init')[0]!;
          expect({ query: byRuntime.query, body: withoutHash(byRuntime.body) }).to.deep.equal({
            query,
            body: withoutHash(sent!.body),
          });
        } finally {
          platform.close();
        }
      });
    }

    it('for all attributes at once', async () => {
      const attributes = Object.entries(everything).map(([name, value]) => {
        const { attribute } = initCases.find((one) => one.name === name)!;
        return [
          attribute,
          typeof value === 'boolean' ? String(Number(value)) : String(value),
        ] as const;
      });
      await open(tag(Object.fromEntries(attributes)));
      expect(page!.sent[0]!.url).to.equal(`${base}/session/init?${everythingQuery}`);
      expect(withoutHash(page!.sent[0]!.body)).to.equal(everythingBody);
    });

    it('without attributes', async () => {
      await open(tag());
      expect(page!.sent[0]!.url).to.equal(`${base}/session/init`);
      expect(withoutHash(page!.sent[0]!.body)).to.equal('');
    });

    it('with options of fetch that need no preflight', async () => {
      const seen: RequestInit[] = [];
      await open(tag(), (_, init) => {
        seen.push(init);
        return ready('', {});
      });
      const { headers, signal: _, body: __, ...rest } = seen[0]!;
      expect([...new Headers(headers)]).to.deep.equal([
        ['content-type', 'application/x-www-form-urlencoded; charset=UTF-8'],
      ]);
      expect(rest).to.deep.equal({
        method: 'POST',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        cache: 'no-store',
      });
    });
  });
});
