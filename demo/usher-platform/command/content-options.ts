import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { inMemory } from '../../platform/open-database.ts';
import type { Content } from '../../platform/open-filled.ts';
import type { SeededDomain } from '../../platform/tenants/domain.ts';
import { readCatalogue } from '../catalogue/read-catalogue.ts';
import { WrongArgument } from './exit-codes.ts';
import { repeatable } from './option-values.ts';

/** The options of every command that fills a database. */
export interface ContentOptions {
  readonly data: string | undefined;
  readonly catalogue: string | undefined;
  readonly domain: readonly SeededDomain[];
  readonly history: boolean;
}

/** Where a database is. */
export interface Place {
  /** The address of a PostgreSQL server; empty for the embedded database. */
  readonly databaseUrl: string;
  /** A folder, or `memory://`. */
  readonly dataDir: string;
}

const domainKinds = ['signed', 'unsigned', 'player-only'] as const;

export function addContentOptions(command: Command): Command {
  return command
    .option(
      '--data <place>',
      'a folder or the address of a PostgreSQL server (default: DATABASE_URL, else memory)',
    )
    .option('--catalogue <file>', 'items of your own (JSON) in place of the films')
    .addOption(
      repeatable(
        '--domain <id[:kind]>',
        `a domain; kinds: ${domainKinds.join(', ')}`,
        addDomain,
        '741, 742:player-only, 743:unsigned',
      ),
    )
    .option('--no-history', 'without views, accounts and sales of the last days: starts faster');
}

function addDomain(text: string, before: readonly SeededDomain[]): SeededDomain[] {
  const [, id, kind = 'signed'] = /^([1-9]\d{0,8})(?::(.*))?$/.exec(text) ?? [];
  if (!id || !domainKinds.some((one) => one === kind)) {
    throw new InvalidArgumentError(`Write 800 or 800:kind, with ${domainKinds.join(', ')}.`);
  }
  return [
    ...before,
    { id, title: `Domain ${id}`, signed: kind !== 'unsigned', playerOnly: kind === 'player-only' },
  ];
}

/** Reads what the options name. */
export async function readContent({
  catalogue,
  domain,
  history,
}: ContentOptions): Promise<Content> {
  if (catalogue === undefined) return { domains: domain, history };
  const text = await readFile(catalogue, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongArgument(`the catalogue ${catalogue} cannot be read: ${error.message}`);
  });
  return { domains: domain, history, catalogue: readCatalogue(text, catalogue) };
}

export function placeOf(data = process.env['DATABASE_URL'] || inMemory): Place {
  if (/^postgres(ql)?:\/\//.test(data)) return { databaseUrl: data, dataDir: inMemory };
  return { databaseUrl: '', dataDir: data === inMemory ? inMemory : resolve(data) };
}
