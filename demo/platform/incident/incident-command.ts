import { Command, InvalidArgumentError, Option } from 'commander';
import { adminOf } from '../admin-of.ts';
import { areas } from '../areas.ts';
import { severities, type Severity } from '../system/incidents.ts';
import { openIncidentBooks, type IncidentBook, type Source } from './incident-books.ts';

interface Given {
  readonly affects: readonly string[];
  readonly severity: Severity;
  readonly description: string;
}

/**
 * `npm run incident`: adds an incident, lists those that there are, or ends one; at each platform
 * that is found.
 */
export function createIncidentCommand(source: Source, name = 'npm run incident --'): Command {
  const command = new Command(name)
    .description(
      'Tells of incidents at the reference platform, which pages see by system/currentincidents.',
    )
    .option('--admin <address>', 'of a running platform (default: USHER_ADMIN)', adminOf)
    .option('--folder <path>', 'where the data folders lie', source.folder);
  const atEach = async (act: (book: IncidentBook) => Promise<string>): Promise<void> => {
    const { folder, admin } = command.opts<{ folder: string; admin?: string }>();
    const isFolderNamed = command.getOptionValueSource('folder') === 'cli';
    // What is named on the command line wins over the environment.
    const others = isFolderNamed ? { databaseUrl: undefined } : source;
    const books = await openIncidentBooks({ ...others, folder, ...(admin && { admin }) });
    for (const book of books) {
      console.log(`${book.name}: ${await act(book)}`);
      await book.close();
    }
  };
  command
    .command('add', { isDefault: true })
    .description('adds an incident (what is meant where no command is named)')
    .argument('<title>', 'what is wrong, in a viewer’s words', titleOf)
    .addOption(
      new Option('--affects <area...>', 'areas of the interface; without any, all of it')
        .choices([...areas.map(({ name }) => name), 'all'])
        .default([]),
    )
    .addOption(new Option('--severity <severity>').choices(severities).default('minor'))
    .option('--description <text>', 'more about it', '')
    .action((title: string, given: Given) =>
      atEach(async ({ add }) => `incident ${await add({ title, ...given })} is on record`),
    );
  command
    .command('list')
    .description('lists the incidents of now')
    .action(() => atEach(async ({ list }) => linesOf(await list())));
  command
    .command('end')
    .description('ends an incident')
    .argument('<id>', 'its ID', idOf)
    .action((id: string) =>
      atEach(async ({ end }) =>
        (await end(id)) ? `incident ${id} has ended` : `there is no incident ${id} now`,
      ),
    );
  return command;
}

const linesOf = (incidents: Awaited<ReturnType<IncidentBook['list']>>): string =>
  incidents.length
    ? incidents
        .map(
          ({ ID, severity, title, affects }) =>
            `\n  ${ID}  ${severity}  ${title}  (${affects.join(', ') || 'all'})`,
        )
        .join('')
    : 'no incident';

function titleOf(text: string): string {
  const title = text.trim();
  if (!title || title.length > 200) {
    throw new InvalidArgumentError('A title has 1 to 200 characters.');
  }
  return title;
}

function idOf(text: string): string {
  if (!/^\d{1,18}$/.test(text)) {
    throw new InvalidArgumentError('An ID is a number; "list" shows them.');
  }
  return text;
}
