import { fileURLToPath } from 'node:url';
import { printStatement } from './ledger/print.ts';
import { readLedgers } from './ledger/read-ledgers.ts';

// `npm run ledger`: prints the ledger of DATABASE_URL, else those of all data folders in .data (or
// in the folder that is given), and fails when money and grants do not agree.
const folder = process.argv[2] ?? fileURLToPath(new URL('../../.data/', import.meta.url));
const ledgers = await readLedgers({ databaseUrl: process.env['DATABASE_URL'], folder });

for (const { name, statement } of ledgers) console.log(`${name}\n\n${printStatement(statement)}\n`);
if (ledgers.length === 0) console.log(`There is no ledger in ${folder} yet: npm start makes one.`);
process.exitCode = ledgers.some(({ statement }) => statement.problems.length > 0) ? 1 : 0;
