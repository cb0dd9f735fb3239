import { expect, test } from '@playwright/test';
import { documented, endpoints } from '../fixtures/contract/documented.ts';
import type { Answered } from '../fixtures/platform/client.ts';
import { answerFiles, readAnswerFile } from '../package/answer-files.ts';
import { createAnswerCheck } from './answer-check.ts';
import { writeColumn } from './coverage-table.mjs';
import { recordAnswers } from './record-answers.ts';
import { callEverything, startServed, type Served } from './served-calls.ts';
import { shapeOf } from './stable-answer.ts';

const served = new Set<string>();
let started: Served;
test.beforeAll(async () => {
  writeColumn('served', served); // what an earlier run did counts no more
  started = await startServed();
});
test.afterAll(async () => {
  writeColumn('served', served);
  await started.close();
});

/**
 * What stands under `result` where the documents give an object: a status text, or `general` with
 * these.
 */
const objects: Readonly<Record<string, readonly string[]>> = {
  'session/init': ['cid', 'isNewSession', 'uid', 'clid'],
  'session/login': ['cid', 'uid'],
  'session/staticdetails': ['geocode', 'gateway', 'language'],
  'session/generatedirectoryloginurl': ['url'],
  'session/reporttoken': ['reporttoken'],
  'session/currentweather': ['temperature', 'unit', 'code', 'text'],
  'payment/itemstate': [
    'item',
    'streamtype',
    'isPay',
    'canPlay',
    'reason',
    'validUntil',
    'performed',
    'offers',
  ],
  'payment/redeemvoucher': ['state', 'operation', 'item', 'streamtype', 'validUntil'],
  'payment/preparetransaction': ['transactionID', 'state'],
  'payment/finishtransaction': ['transactionID', 'state', 'validUntil'],
  'payment/verifyinapptransaction': ['transactionID', 'state', 'isPremium', 'validUntil'],
  'payment/addexternalsubscription': ['transactionID', 'state', 'isPremium', 'validUntil'],
  'payment/upgradesubscription': ['transactionID', 'state', 'isPremium', 'validUntil'],
  'payment/cancelsubscription': ['transactionID', 'state', 'validUntil'],
};

function expectShape(
  id: string,
  as: string | undefined,
  { status, metadata, result, paging }: Answered,
): void {
  expect({ id, status, metadata }).toMatchObject({ id, status: 200, metadata: { status: 200 } });
  expect({ id, isList: Array.isArray(result) }).toEqual({ id, isList: as === 'list' });
  if (id.startsWith('allmedia/') && as === 'list') {
    expect(paging, id).toMatchObject({
      start: 0,
      limit: expect.any(Number),
      resultcount: expect.any(Number),
    });
  }
  if (as === 'item') {
    expect(result, id).toMatchObject({
      general: { ID: expect.anything(), title: expect.any(String) },
      imagedata: {},
    });
  }
  if (as === 'map') {
    expect(
      Object.values(result).every(
        (value) => typeof value === 'number' || typeof value === 'object',
      ),
      id,
    ).toBe(true);
  }
  if (/^(session|payment)\//.test(id)) {
    const general = objects[id];
    if (general) {
      expect(Object.keys(result.general), id).toEqual(expect.arrayContaining([...general]));
    } else expect(result, id).toEqual({ status: 'ok' });
  } else if (as === 'object') expect(Object.keys(result).length, id).toBeGreaterThan(0);
}

test('the platform serves every endpoint, each with an answer of its documented shape', async () => {
  test.setTimeout(300_000);
  const recording = recordAnswers();
  const accepts = createAnswerCheck();
  const refused: string[] = [];
  await callEverything(started, (id, answered) => {
    refused.push(...accepts(id, answered));
    recording.add(id, answered);
    expectShape(id, documented(endpoints.find((one) => one.id === id)!).result, answered);
    served.add(id);
  });
  expect(endpoints.map(({ id }) => id).filter((id) => !served.has(id))).toEqual([]);
  expect(refused, 'what the schema of an answer does not take').toEqual([]);
  const committed = JSON.parse(readAnswerFile(answerFiles.examples)) as object;
  // A difference: `npm run answers` records the examples again.
  expect(shapeOf(recording.examples())).toEqual(shapeOf(committed));
});
