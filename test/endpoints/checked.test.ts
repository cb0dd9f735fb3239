import { expect } from 'chai';
import { fieldSpec } from '../../src/contract/field.ts';
import { createUsher, isUsherError } from '../../src/index.ts';
import { locate } from '../fixtures/contract/areas.ts';
import { documented, endpoints } from '../fixtures/contract/documented.ts';
import { wrongValues } from '../fixtures/contract/wrong-values.ts';
import { reached, tenant } from '../fixtures/session/reference-platform.ts';
import { callAny } from './call-any.ts';
import { writeColumn } from './write-column.ts';

const domain = 9199;
/** What is looked at first, and must be right for the others to be looked at. */
const first: Readonly<Record<string, object>> = {
  'payment/finishtransaction': { transactionID: '1' },
};

/** A wrong value for each field of the documents; where there is none, a field that is unknown. */
function wrongCalls(endpoint: (typeof endpoints)[number]): [field: string, value: unknown][] {
  const [area, name] = locate(endpoint.id);
  const row = area.rows[name]!;
  const fields = { ...row.path, ...row.query, ...row.body, ...(row.standard && area.standard) };
  const calls = Object.keys(documented(endpoint).fields).map((field): [string, unknown] => [
    field,
    wrongValues[fieldSpec(fields[field]!).kind][0],
  ]);
  return calls.length > 0 ? calls : [['nosuchfield', 1]];
}

describe('a wrong value', () => {
  const checked = new Set<string>();
  const usher = createUsher({ baseUrl: tenant(domain), persistence: 'none' });
  before(() => writeColumn('checked', checked)); // what an earlier run did counts no more
  after(async () => {
    usher.dispose();
    await writeColumn('checked', checked);
  });

  it('is refused in every field of every endpoint with both names, and nothing is sent', async () => {
    for (const endpoint of endpoints) {
      for (const [field, value] of wrongCalls(endpoint)) {
        const outcome = await callAny(usher, endpoint.id, {
          ...first[endpoint.id],
          [field]: value,
        }).catch((error: unknown) => error);
        if (!isUsherError(outcome, 'input')) {
          throw new Error(`${endpoint.id} takes a wrong ${field}`);
        }
        expect({ endpoint: outcome.endpoint, field: outcome.field }).to.deep.equal({
          endpoint: endpoint.id,
          field,
        });
      }
      checked.add(endpoint.id);
    }
    expect(await reached(domain)).to.deep.equal([]);
  });
});
