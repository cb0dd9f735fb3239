import { expect } from 'chai';
import { signatureSecret } from '../../src/dialect/signature-secret.ts';
import { writeColumn } from '../endpoints/write-column.ts';
import { answer, type Sent } from '../fixtures/transport/scripted-fetch.ts';
import { authorize, baseUrl, createTransport, credentials } from '../fixtures/transport/setup.ts';
import authorization from '../samples/authorization.json' with { type: 'json' };
import { samples } from '../samples/samples.ts';

const withoutSession = ['session/init', 'session/staticdetails'];

/** The headers that were set, except `accept`, which a browser sets itself. */
function headersOf({ request }: Sent): Record<string, string> {
  const { accept, ...headers } = Object.fromEntries(request.headers);
  expect(accept).to.equal('*/*');
  return headers;
}

describe('a call on the wire', () => {
  const encoded = new Set<string>();
  before(() => writeColumn('encoded', encoded)); // attempts of an earlier run do not count
  after(() => writeColumn('encoded', encoded));

  for (const { title, id, values, line, headers, body } of samples) {
    it(`${title} (${id})`, async () => {
      const { call, sent } = createTransport([answer({})]);
      await call(id, values, withoutSession.includes(id) ? {} : { obtainCredentials: authorize });
      const [first] = sent as [Sent];
      const [method, address] = line.split(' ');
      // A POST has a reference at its end, except the finish, whose bytes stay the same. The random
      // number is one half.
      const isTraced = method === 'POST' && id !== 'payment/finishtransaction';
      const reference = isTraced ? ['cfo=i000000000'] : [];
      const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
      expect([first.request.method, first.request.url]).to.deep.equal([method, baseUrl + address]);
      expect(headersOf(first)).to.deep.equal(isTraced ? { ...headers, ...form } : headers);
      expect(first.body).to.equal([...(body ? [body] : []), ...reference].join('&'));
      expect(sent).to.have.length(1);
      encoded.add(id);
    });
  }

  it('follows no redirect, uses no cache and sends no referrer', async () => {
    const { call, sent } = createTransport([answer({})]);
    await call('allmedia/latest');
    expect(sent[0]?.request).to.include({
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  });

  it('has a session without a signature when the platform gave no token', async () => {
    const { call, sent } = createTransport([answer({})]);
    await call(
      'allmedia/latest',
      {},
      { obtainCredentials: async () => ({ session: '3154455148505954051', domain: '741' }) },
    );
    expect(headersOf(sent[0] as Sent)).to.deep.equal({ 'x-request-cid': '3154455148505954051' });
  });

  it('is signed with the secret from the token of the session', () => {
    expect(signatureSecret(authorization.domainToken, authorization.deviceHash)).to.equal(
      authorization.secret,
    );
  });

  it('has payment fields in the body when the dialect says so, and only those', async () => {
    const { call, sent } = createTransport([answer({})], {
      dialect: { paymentFields: 'body', sendsReference: false },
    });
    await call('payment/itemstate', { item: 7, streamtype: 'video' });
    await call('payment/cancelsubscription', { transactionID: '42', reasonText: 'a b' });
    await call('session/generatedirectoryloginurl', { host: 'a' });
    expect(
      sent.map(({ request, body }) => [
        request.url.slice(baseUrl.length),
        request.headers.get('content-type'),
        body,
      ]),
    ).to.deep.equal([
      [
        '/payment/itemstate',
        'application/x-www-form-urlencoded; charset=UTF-8',
        'item=7&streamtype=video',
      ],
      [
        '/payment/cancelsubscription',
        'application/x-www-form-urlencoded; charset=UTF-8',
        'transactionID=42&reasonText=a%20b',
      ],
      ['/session/generatedirectoryloginurl?host=a', null, ''],
    ]);
  });

  it('has a payment query of more than 6 KB in the body, to the byte', async () => {
    const { call, sent } = createTransport([answer({})], { dialect: { sendsReference: false } });
    const fits = 6 * 1024 - 'receipt='.length;
    for (const length of [fits, fits + 1]) {
      await call('payment/verifyinapptransaction', { receipt: 'r'.repeat(length) });
    }
    expect(
      sent.map(({ request, body }) => [request.url.length - baseUrl.length, body.length]),
    ).to.deep.equal([
      ['/payment/verifyinapptransaction?'.length + 6144, 0],
      ['/payment/verifyinapptransaction'.length, 6145],
    ]);
  });

  it('is authorized by the dialect', async () => {
    const asked: unknown[] = [];
    const authorize = (operation: string, given: object): Record<string, string> => {
      asked.push([operation, given]);
      return { Authorization: 'Bearer x' };
    };
    const { call, sent } = createTransport([answer({})], { dialect: { authorize } });
    await call('allmedia/byglobalid', { globalid: 7 });
    expect(headersOf(sent[0] as Sent)).to.deep.equal({ authorization: 'Bearer x' });
    expect(asked).to.deep.equal([['byglobalid', credentials]]);
  });
});
