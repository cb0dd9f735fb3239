// What a browser test needs from outside the page to call every endpoint: a platform that takes
// payments, somebody who pays, and a place to write down what was done.
import { setTimeout } from 'node:timers/promises';
import { tsImport } from 'tsx/esm/api';
import { API_PATH } from '../support/platform.mjs';
import { writeColumn } from './coverage-table.mjs';

async function startShop() {
  const [{ startProvider }, { startPlatform }, { makeMerchantAccount }] = await Promise.all(
    [
      '../../demo/provider/start-provider.ts',
      '../../demo/platform/start-platform.ts',
      '../../demo/platform/payment/merchant-account.ts',
    ].map((file) => tsImport(file, import.meta.url)),
  );
  const account = await makeMerchantAccount('Test shop');
  const provider = await startProvider({ merchants: [account.forProvider] });
  const platform = await startPlatform({
    dataDir: 'memory://',
    quiet: true,
    provider: { ...provider, account: account.forPlatform },
  });
  return { provider, platform };
}

const commands = {
  /** -> { baseUrl }, or {} while the platform starts: a command has to answer within 20 s */
  async 'coverage:platform'({ shop }) {
    const started = await Promise.race([shop(), setTimeout(5000)]);
    return started ? { baseUrl: started.platform.url + API_PATH } : {};
  },

  /** { transaction, amount } -> { token, reference } */
  async 'coverage:pay'({ payload, shop }) {
    const { provider } = await shop();
    return provider.pay(
      { merchant: 'Test shop', title: 'A film', currency: 'EUR', ...payload },
      'approve',
    );
  },

  /** { item, amount } -> { receipt } */
  async 'coverage:receipt'({ payload, shop }) {
    const { provider } = await shop();
    return {
      receipt: await provider.receipt({
        store: 'go',
        operation: 'ppv',
        streamtype: 'video',
        currency: 'EUR',
        isPremium: false,
        ...payload,
      }),
    };
  },

  /** { column, ids } */
  async 'coverage:write'({ payload, write }) {
    write(payload.column, payload.ids);
    return {};
  },
};

/** `write` takes the name of a column and the endpoints for which something was done. */
export function coverageCommands(write = writeColumn) {
  let started;
  return {
    name: 'coverage-commands',
    async executeCommand({ command, payload }) {
      return commands[command]?.({ payload, write, shop: () => (started ??= startShop()) });
    },
    async serverStop() {
      const { platform, provider } = (await started) ?? {};
      await platform?.close();
      await provider?.close();
    },
  };
}
