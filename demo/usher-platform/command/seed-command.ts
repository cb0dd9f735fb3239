import type { Command } from 'commander';
import { queryOne } from '../../platform/database/database.ts';
import { inMemory } from '../../platform/open-database.ts';
import { openFilled } from '../../platform/open-filled.ts';
import { addContentOptions, placeOf, readContent, type ContentOptions } from './content-options.ts';
import { WrongArgument } from './exit-codes.ts';
import { lockFolder } from './locked-folder.ts';

/** `usher-platform seed`: fills a database, so that a later start finds it filled. */
export function addSeedCommand(program: Command): void {
  addContentOptions(program.command('seed'))
    .description('fills a folder or a PostgreSQL server, and ends')
    .action(async (options: ContentOptions) => {
      const { databaseUrl, dataDir } = placeOf(options.data);
      if (!databaseUrl && dataDir === inMemory) {
        throw new WrongArgument('seed needs --data <place>: memory ends with the command');
      }
      const content = await readContent(options);
      const release = await lockFolder(databaseUrl ? inMemory : dataDir);
      try {
        const { database } = await openFilled(dataDir, databaseUrl, () => new Date(), content);
        const row = await queryOne(database, 'select count(*)::int4 as items from items');
        await database.close();
        console.log(JSON.stringify({ seeded: true, ...row }));
      } finally {
        await release();
      }
    });
}
