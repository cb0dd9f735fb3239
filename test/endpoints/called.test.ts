import { executeServerCommand } from '@web/test-runner-commands';
import { expect } from 'chai';
import { createUsher, type EndpointId, type Usher } from '../../src/index.ts';
import { endpoints } from '../fixtures/contract/documented.ts';
import { credentials } from '../fixtures/session/reference-platform.ts';
import { callAny } from './call-any.ts';
import {
  readEverything,
  sellEverything,
  useSession,
  type Call,
  type Cashier,
} from './every-call.ts';
import { writeColumn } from './write-column.ts';

const cashier: Cashier = {
  pay: (transaction, amount) =>
    executeServerCommand<{ token: string; reference: string }, object>('coverage:pay', {
      transaction,
      amount,
    }),
  receipt: async (item, amount) =>
    (await executeServerCommand<{ receipt: string }, object>('coverage:receipt', { item, amount }))
      .receipt,
};

describe('the runtime', () => {
  const called = new Set<string>();
  let usher: Usher | undefined;
  const call: Call = async (id, values = {}) => {
    const { result } = await callAny(usher!, id, values);
    if (typeof result !== 'object' || result === null) throw new Error(`${id} gives no result`);
    called.add(id);
    return result;
  };
  before(async function (this: Mocha.Context) {
    this.timeout(120_000); // a platform of its own starts
    await writeColumn('called', called); // what an earlier run did counts no more
    let baseUrl: string | undefined;
    while (!baseUrl) {
      ({ baseUrl } = await executeServerCommand<{ baseUrl?: string }, object>('coverage:platform'));
    }
    usher = createUsher({ baseUrl });
  });
  after(async () => {
    usher?.dispose();
    await writeColumn('called', called);
  });

  it('opens a session and asks what belongs to it', async () => {
    expect((await usher!.start()).status).to.equal('ready');
    called.add('session/init');
    await useSession(call);
  });

  it('reads media, lists and statistics by every endpoint', async function (this: Mocha.Context) {
    this.timeout(60_000);
    await readEverything(
      call,
      endpoints.map(({ id }) => id),
    );
  });

  it('logs in, pays in every way, and logs out', async function (this: Mocha.Context) {
    this.timeout(60_000);
    expect((await usher!.login(credentials)).name).to.equal(credentials.username);
    called.add('session/login');
    await sellEverything(call, cashier);
    await usher!.logout();
    called.add('session/logout');
  });

  it('has called every endpoint then', () => {
    expect(
      endpoints.map(({ id }) => id as EndpointId).filter((id) => !called.has(id)),
    ).to.deep.equal([]);
  });
});
