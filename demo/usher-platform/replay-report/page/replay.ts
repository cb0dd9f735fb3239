import type { CallEvent, OfferTerms, ProviderOutcome, Usher } from '../../../../src/index.ts';
import type { ReplayPlan, ReplayStep } from '../plan-replay.ts';

interface ServedPlan extends ReplayPlan {
  readonly baseUrl: string;
  readonly user: { readonly username: string; readonly password: string };
  readonly voucher?: string;
  readonly film?: { readonly item: string; readonly amount: number; readonly currency: string };
}

/** Longer than three repeats of a read, and than the first repeat of a finish. */
const stepLimitMs = 60_000;
const runtime = '/__replay/runtime/usher.js';
const { createUsher } = (await import(runtime)) as typeof import('../../../../src/index.ts');
const plan = (await (await fetch('/__replay/plan')).json()) as ServedPlan;

const seen: CallEvent[] = [];
let usher = open();
let passed = 0;
for (const [index, step] of plan.steps.entries()) if (await run(step, index)) passed++;
conclude();

function open(): Usher {
  const opened: Usher = createUsher({
    baseUrl: plan.baseUrl,
    init: { addPriceModel: true },
    providers: [{ name: 'replay', type: 'in-page', pay }],
  });
  opened.on('call', (call) => seen.push(call));
  return opened;
}

async function pay({
  transactionId: transaction,
}: {
  transactionId: string;
}): Promise<ProviderOutcome> {
  const { amount, currency } = plan.film!;
  const body = JSON.stringify({ transaction, amount, currency });
  const answer = await fetch('/__replay/payments', { method: 'POST', body });
  return { outcome: 'approved', ...((await answer.json()) as { token: string }) };
}

/** Lets the platform fail as reported, and does what makes the call. Whether all ended well. */
async function run(step: ReplayStep, index: number): Promise<boolean> {
  if (step.action !== 'open') await usher.start().catch(() => {});
  const isForUsers = step.action === 'buy' || step.action === 'redeem';
  if (isForUsers) await usher.login({ provider: 'manual', ...plan.user });
  const before = seen.length;
  await fetch(`/__replay/steps/${index}`, { method: 'POST' });
  const ended = await Promise.race([
    act(step).catch((error: Error) => `it rejects: ${error.message}`),
    new Promise<string>((resolve) =>
      setTimeout(() => resolve('it has not ended after a minute'), stepLimitMs),
    ),
  ]);
  const failed = seen.slice(before).filter(({ id, code }) => id === step.endpoint && code);
  const hasHappened = step.reported.every(({ status }, place) => failed[place]?.status === status);
  report(step, failed, hasHappened, ended);
  return ended === '';
}

/** What a viewer does. An empty text where it ended well. */
async function act({ action, endpoint }: ReplayStep): Promise<string> {
  switch (action) {
    case 'open':
      usher.dispose();
      usher = open();
      await usher.start();
      return usher.$session.get().status === 'ready'
        ? ''
        : `$session is ${usher.$session.get().status}`;
    case 'login':
      await usher.login({ provider: 'manual', ...plan.user });
      return '';
    case 'logout':
      await usher.logout();
      return '';
    case 'redeem':
      await (await usher.checkout()).redeemVoucher({ vouchercode: plan.voucher ?? '' });
      return '';
    case 'check': {
      const { access, reason } = await film().check();
      return access === 'unknown' ? `the item is unknown: ${reason}` : '';
    }
    case 'buy':
      return buy();
    case 'call':
      await usher.call(endpoint as 'allmedia/latest', {});
      return '';
  }
}

function film(): ReturnType<Usher['item']> {
  return usher.item({ item: plan.film?.item ?? '1', streamtype: 'video' });
}

async function buy(): Promise<string> {
  const { amount, currency } = plan.film!;
  const terms: OfferTerms = { operation: 'ppv', amount, currency };
  const purchase = await film().buy(terms, { provider: 'replay' });
  const { status } = await purchase.settled();
  return status === 'granted' ? '' : `the purchase is ${status}`;
}

function report(
  step: ReplayStep,
  failed: readonly CallEvent[],
  hasHappened: boolean,
  ended: string,
): void {
  const entry = document.createElement('li');
  entry.dataset['happened'] = String(hasHappened);
  entry.dataset['ended'] = ended;
  const list = (
    calls: readonly { readonly status: number; readonly code?: string | undefined }[],
  ): string => calls.map(({ status, code }) => `${status} ${code ?? ''}`).join(', ') || 'none';
  for (const text of [
    `${step.endpoint}: ${step.faults.join('; ')}`,
    `Reported: ${list(step.reported)}`,
    `Now: ${list(failed)}`,
    ended === '' ? 'It ended well.' : `It did not end well: ${ended}.`,
  ]) {
    entry.append(Object.assign(document.createElement('p'), { textContent: text }));
  }
  document.querySelector('ol')!.append(entry);
}

function conclude(): void {
  for (const reason of plan.omitted) {
    const entry = Object.assign(document.createElement('li'), { textContent: reason });
    document.querySelector('ul')!.append(entry);
  }
  document.querySelector('section')!.hidden = !plan.omitted.length;
  const isFailed = passed < plan.steps.length;
  document.documentElement.dataset['outcome'] = isFailed ? 'failed' : 'passed';
  document.title = `Replay · ${isFailed ? 'failed' : 'passed'}`;
  document.querySelector('[role="status"]')!.textContent = isFailed
    ? `Failed: ${plan.steps.length - passed} of ${plan.steps.length} steps did not end well.`
    : 'Passed: each step ended well.';
}
