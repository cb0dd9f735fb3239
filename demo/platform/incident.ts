import { fileURLToPath } from 'node:url';
import { createIncidentCommand } from './incident/incident-command.ts';

// `npm run incident -- "Payments are slow" --affects payment`: tells of an incident at the platform
// of DATABASE_URL, else at those that run on the data folders in .data.
try {
  await createIncidentCommand({
    admin: process.env['USHER_ADMIN'],
    databaseUrl: process.env['DATABASE_URL'],
    folder: fileURLToPath(new URL('../../.data/', import.meta.url)),
  }).parseAsync();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
