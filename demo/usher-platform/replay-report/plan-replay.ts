import { decodeCall } from '../../../src/contract/decode.ts';
import { areas } from '../../platform/areas.ts';
import type { ReportedFacts, ReportedFailure } from './read-report.ts';

/** What the page does in a step. */
export type ReplayAction = 'open' | 'login' | 'logout' | 'check' | 'redeem' | 'buy' | 'call';

/** Failures of one endpoint that came one after another, and how they happen again. */
export interface ReplayStep {
  readonly endpoint: string;
  readonly action: ReplayAction;
  /** Faults of the platform. */
  readonly faults: readonly string[];
  readonly reported: readonly { readonly code: string; readonly status: number }[];
}

export interface ReplayPlan {
  readonly steps: readonly ReplayStep[];
  /** What of the report cannot be replayed, each with its reason. */
  readonly omitted: readonly string[];
}

const actions: Readonly<Record<string, ReplayAction>> = {
  'session/init': 'open',
  'session/keepalive': 'call',
  'session/login': 'login',
  'session/logout': 'logout',
  'payment/itemstate': 'check',
  'payment/redeemvoucher': 'redeem',
  'payment/preparetransaction': 'buy',
  'payment/finishtransaction': 'buy',
};

/** Turns the failures of a report into steps of a page and faults of a platform. */
export function planReplay({ failures, problems }: ReportedFacts): ReplayPlan {
  const steps: ReplayStep[] = [];
  const omitted = new Set(
    problems.map((problem) => `${problem} (it is of that browser or page, not of the platform)`),
  );
  for (const failure of failures) {
    const fault = faultOf(failure);
    const action = actionOf(failure.id);
    if (!fault || !action) {
      omitted.add(`${failure.id}, ${failure.code}: ${whyNot(failure, fault)}`);
      continue;
    }
    const { code, status } = failure;
    const last = steps.at(-1);
    if (last?.endpoint === failure.id) {
      steps[steps.length - 1] = {
        ...last,
        faults: [...last.faults, fault],
        reported: [...last.reported, { code, status }],
      };
    } else {
      steps.push({ endpoint: failure.id, action, faults: [fault], reported: [{ code, status }] });
    }
  }
  return { steps, omitted: [...omitted] };
}

/** Longer than the deadline of an attempt, 10 s, and of a finish, 30 s. */
const delayOf = (id: string): string => (id === 'payment/finishtransaction' ? '32s' : '12s');

/** The fault of the platform that makes a call fail so. */
function faultOf({ id, code, status }: ReportedFailure): string | undefined {
  if (code === 'network') return `${id}: lose answer, once`;
  if (code === 'timeout') return `${id}: delay ${delayOf(id)}, once`;
  if (code === 'malformed') return `${id}: unreadable answer, once`;
  if (code === 'session-lost') return `${id}: lose session, once`;
  return status >= 400 && status <= 599 ? `${id}: status ${status}, once` : undefined;
}

/** What a page does to make a call. Nothing where the call needs values that no report has. */
function actionOf(id: string): ReplayAction | undefined {
  if (actions[id]) return actions[id];
  const [areaName, name = ''] = id.split('/');
  const area = areas.find((one) => one.name === areaName);
  const row = area?.rows[name];
  if (!area || row?.effect === 'change') return undefined;
  try {
    decodeCall(area, name, {});
    return 'call';
  } catch {
    return undefined;
  }
}

function whyNot({ id }: ReportedFailure, fault: string | undefined): string {
  if (!fault) return 'the page decided it, and no answer of a platform makes it';
  const [areaName, name = ''] = id.split('/');
  const isKnown = areas.some((one) => one.name === areaName && Object.hasOwn(one.rows, name));
  return isKnown
    ? 'the call needs values, which a report does not have'
    : 'the platform has no such endpoint';
}
