import { html } from 'hono/html';
import { adapterCode } from './adapter-code.ts';
import { brand } from './brand.ts';
import type { Markup } from './page-shell.ts';

/** The page at the root: what the provider is, and how a shop uses it. */
export function aboutPage(origin: string): Markup {
  return html`<main class="about">
    ${brand()}
    <h1>A payment provider for tests</h1>
    <p>
      Harbour Pay takes payments like a real provider, with a page, an outcome and a signed token.
      No card is charged, and no money moves. It serves shops on this machine.
    </p>
    ${adapterPart(origin)} ${outcomePart()} ${orderPart()} ${tokenPart(origin)} ${pagePart(origin)}
  </main>`;
}

const adapterPart = (origin: string): Markup =>
  html`<section>
    <h2>Put it on a page</h2>
    <pre><code>${adapterCode(origin)}</code></pre>
    <p>
      The adapter script <a href="/in-page.js"><code>/in-page.js</code></a> exports one function,
      <code>pay(payment, { signal })</code>. It shows the payment page in a dialog over your page.
      Of the payment it reads <code>transactionId</code>, <code>amount</code>,
      <code>currency</code>, and if given <code>title</code> and <code>merchant</code>. The title of
      a registered order is that of the shop.
    </p>
  </section>`;

const outcomePart = (): Markup =>
  html`<section>
    <h2>What <code>pay</code> returns</h2>
    <p>A promise of <code>{ outcome, token, reference }</code>:</p>
    <dl>
      <div>
        <dt><code>approved</code></dt>
        <dd>Paid. With a token and a reference.</dd>
      </div>
      <div>
        <dt><code>declined</code></dt>
        <dd>Not paid. The viewer can try once more. With a token and a reference.</dd>
      </div>
      <div>
        <dt><code>pending</code></dt>
        <dd>Not decided yet. Without a token when the viewer left before the answer came.</dd>
      </div>
      <div>
        <dt><code>cancelled</code></dt>
        <dd>The viewer left, and nothing was decided. Without a token.</dd>
      </div>
    </dl>
    <p>
      It rejects when the payment page does not load within 15 seconds, and with the reason of
      <code>signal</code>.
    </p>
  </section>`;

const orderPart = (): Markup =>
  html`<section>
    <h2>Who registers the order</h2>
    <p>
      The server of a shop with a key does, before the viewer pays: merchant, transaction, amount,
      currency and title, signed with the key of the shop (<code>POST /orders</code>). The page only
      says which order it is. An order that is not registered, or has another amount or currency, is
      refused. The reference platform registers what it prepares.
    </p>
    <p>
      A shop without a key needs no server: its order is what the address says, and the payment page
      says that. No order of a shop with a key can be paid in that way.
    </p>
  </section>`;

const tokenPart = (origin: string): Markup =>
  html`<section>
    <h2>Who signs the token</h2>
    <p>
      Harbour Pay does, on its server. The token is a compact JWS (EdDSA, key
      <code>payments</code>). The private key never leaves the server. The public keys are at
      <a href="/jwks.json"><code>/jwks.json</code></a
      >.
    </p>
    <h2>What the reference platform checks</h2>
    <p>The page hands the token on, and proves nothing by itself. The platform checks that</p>
    <ul>
      <li>the signature is of the key <code>payments</code>,</li>
      <li>the issuer (<code>iss</code>) is <code>${origin}</code>,</li>
      <li>the audience (<code>aud</code>) is its own shop, so the money went there,</li>
      <li><code>sub</code> is the ID of the transaction that is finished,</li>
      <li><code>amount</code> and <code>currency</code> are those of the transaction,</li>
      <li><code>reference</code> is the one that the page names, if it names one.</li>
    </ul>
    <p>
      A wrong token is refused with 402, and the transaction stays as it is. While a payment is
      pending the platform asks <code>/payments/&lt;reference&gt;</code> itself.
    </p>
  </section>`;

const pagePart = (origin: string): Markup =>
  html`<section>
    <h2>By redirect or in a window</h2>
    <p>
      Send the viewer to the payment page. It adds <code>token</code>, <code>reference</code> and
      <code>outcome</code> to the end of <code>return</code>.
    </p>
    <pre><code>${origin}/pay?transaction=123<wbr>&amp;amount=499<wbr>&amp;currency=EUR<wbr>&amp;return=https://shop.example/</code></pre>
    <p class="soft">
      All parameters, the claims of a token and the app store are in
      <code>demo/provider/README.md</code>.
    </p>
  </section>`;
