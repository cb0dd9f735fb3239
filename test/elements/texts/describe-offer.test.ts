import { expect } from 'chai';
import { describeOffer } from '../../../src/elements/texts/describe-offer.ts';

const rental = { operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 };
const premium = {
  operation: 'subscription',
  amount: 699,
  currency: 'EUR',
  duration: 12,
  isPremium: true,
  paidMonthly: true,
};

describe('the words of an offer', () => {
  afterEach(() => {
    document.querySelector('script[data-usher-words]')?.remove();
    document.documentElement.lang = 'en';
  });

  it('are those of the elements, in the given language', async () => {
    expect(await describeOffer(rental, 'en')).to.deep.equal({
      title: 'Rent for €4.99',
      details: '48 hours',
    });
    const { title, details } = await describeOffer(rental, 'de');
    expect(title).to.match(/4,99\s€/);
    expect(details).to.equal('48 Stunden');
  });

  it('say to what a subscription commits the viewer', async () => {
    const { title, details } = await describeOffer(premium, 'en');
    expect(title).to.include('€6.99 a month');
    expect(details).to.include('€83.88');
  });

  it('are in the language of the document without a language', async () => {
    document.documentElement.lang = 'de';
    expect((await describeOffer(rental)).details).to.equal('48 Stunden');
  });

  it('are English for a tag that is not valid', async () => {
    expect((await describeOffer(rental, 'not a tag')).details).to.equal('48 hours');
  });

  it('are those that the page has given', async () => {
    const script = document.createElement('script');
    script.type = 'application/json';
    script.dataset['usherWords'] = 'en';
    script.text = '{ "offer.ppv": "A ticket for {price}" }';
    document.head.append(script);
    expect((await describeOffer(rental, 'en')).title).to.equal('A ticket for €4.99');
  });
});
