import { expect } from 'chai';
import { until } from '../fixtures/session/waiting.ts';

/** The persistence of a script tag with these attributes, once the return page's script has run. */
async function persistenceBeside(attributes: string): Promise<string | null> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<script type="text/plain" ${attributes}></script>
    <script type="module" src="${location.origin}/src/page/return-page.ts"></script>`;
  document.body.append(frame);
  try {
    await until(() => Array.isArray((frame.contentWindow as { usher?: unknown } | null)?.usher));
    const tag = frame.contentDocument!.querySelector('script')!;
    return tag.getAttribute('data-persistence');
  } finally {
    frame.remove();
    sessionStorage.clear();
  }
}

describe('the return page', () => {
  const tag = 'data-base-url="https://api.example.com/v3.1/741" data-domain="741"';

  it('of an earlier version, without a persistence, stores no session by itself', async () => {
    expect(await persistenceBeside(tag)).to.equal('consented');
  });

  it('leaves the persistence that it has', async () => {
    expect(await persistenceBeside(`${tag} data-persistence="tab"`)).to.equal('tab');
  });
});
