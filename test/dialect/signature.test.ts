import { expect } from 'chai';
import { authorize } from '../../src/dialect/authorization.ts';
import { md5 } from '../../src/dialect/md5.ts';
import { signatureSecret } from '../../src/dialect/signature-secret.ts';
import { sign } from '../../src/dialect/signature.ts';
import sample from '../samples/authorization.json' with { type: 'json' };

describe('the signature of a call', () => {
  it("is that of the platform's worked example", () => {
    const secret = signatureSecret('abcd0123456789ABCDEF987654321', '4:1500496747:178989');
    expect(secret).to.equal('0123456789ABCDEF');
    expect(sign('latest', '741', secret)).to.equal('585394885df9dd6f73e03f18159d2501');
    expect(
      authorize('latest', { session: '3154455148505954051', domain: '741', secret }),
    ).to.deep.equal({
      'X-Request-CID': '3154455148505954051',
      'X-Request-Token': '585394885df9dd6f73e03f18159d2501',
    });
  });

  it('is the MD5 of operation, domain and secret, joined', () => {
    for (const { operation, text, token } of sample.signatures) {
      expect(sign(operation, sample.domain, sample.secret)).to.equal(token);
      expect(md5(text)).to.equal(token);
    }
  });

  it('is omitted when the platform gave no token', () => {
    expect(authorize('latest', { session: '7', domain: '741' })).to.deep.equal({
      'X-Request-CID': '7',
    });
    expect(authorize('latest', { session: '7', domain: '741', secret: undefined })).to.deep.equal({
      'X-Request-CID': '7',
    });
  });

  it('uses a secret cut by the first and the last digit of the device hash', () => {
    const token = 'abcdefghijklmnopqrstuvwxyz';
    expect(signatureSecret(token, '1:1764547200:000011')).to.equal('bcdefghijklmnopqrstuvwxy');
    expect(signatureSecret(token, '3:1764547200:123459')).to.equal('defghijklmnopq');
    expect(signatureSecret('abcde', '4:1764547200:123459')).to.equal('');
  });
});

describe('MD5', () => {
  it('gives the digests of RFC 1321', () => {
    const digests: [string, string][] = [
      ['', 'd41d8cd98f00b204e9800998ecf8427e'],
      ['a', '0cc175b9c0f1b6a831c399e269772661'],
      ['abc', '900150983cd24fb0d6963f7d28e17f72'],
      ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
      ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
      [
        'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
        'd174ab98d277d9f5a5611c2c9f419d9f',
      ],
      [
        '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
        '57edf4a22be3c955ac49da2e2107b67a',
      ],
    ];
    for (const [text, digest] of digests) expect(md5(text)).to.equal(digest);
  });

  it('gives the right digest at every length around a block, and of non-ASCII texts', () => {
    // By Node: createHash('md5').update('x'.repeat(length)).digest('hex')
    const digests: Readonly<Record<number, string>> = {
      55: '04364420e25c512fd958a70738aa8f72',
      56: '668a72d5ba17f08e62dabcafad6db14b',
      63: '7dc2ca208106a2f703567bdff99d8981',
      64: 'c1bb4f81d892b2d57947682aeb252456',
      65: '1bc932052302d074bdec39795fe00cf6',
      119: 'ab347a5f68c8a443cfcddc633f12c24f',
      120: 'fb98667f98096de92620b64f46e1c5b5',
      1000: '398533d48111e9f664b1f64cb10c4b63',
    };
    for (const [length, digest] of Object.entries(digests)) {
      expect(md5('x'.repeat(Number(length)))).to.equal(digest);
    }
    expect(md5('Köln 🎬')).to.equal('b1c524954b6069f71ce9e6cfca3e8b95');
  });
});
