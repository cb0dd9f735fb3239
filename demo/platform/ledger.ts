import { fileURLToPath } from 'node:url';
import { printStatement } from './ledger/print.ts';
import { readLedgers } from './ledger/read-ledgers.ts';

// `npm run ledger`: prints the ledger of the folder that is given, else of DATABASE_URL, else those
// of all data folders in .data. Fails when money and grants do not agree, and when the folder that
// is given has no ledger.
const given = process.argv[2];
const folder = given ?? fileURLToPath(new URL('../../.data/', import.meta.url));
const databaseUrl = given === undefined ? process.env['DATABASE_URL'] : undefined;
const ledgers = await readLedgers({ databaseUrl, folder });

for (const { name, statement } of ledgers) console.log(`${name}\n\n${printStatement(statement)}\n`);
if (ledgers.length === 0) console.log(`There is no ledger in ${folder} yet: npm start makes one.`);
const hasProblems = ledgers.some(({ statement }) => statement.problems.length > 0);
const isMissing = given !== undefined && ledgers.length === 0;
process.exitCode = hasProblems || isMissing ? 1 : 0;
