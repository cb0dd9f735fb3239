import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { printReport } from '../probe/print-report.ts';
import type { CheckedItem } from '../../../src/testing/dialect-check/judge-answers.ts';
import { probe } from '../probe/probe.ts';
import { redact } from '../probe/redact.ts';
import { writeDialect } from '../probe/write-dialect.ts';
import { exitCodes, WrongArgument } from './exit-codes.ts';

interface Given {
  readonly domain?: string;
  readonly item: readonly CheckedItem[];
  readonly out?: string;
  readonly recordings?: string;
  readonly json?: boolean;
}

/** `usher-platform probe`: what a real platform does otherwise than the default dialect assumes. */
export function addProbeCommand(program: Command): void {
  program
    .command('probe')
    .description('compares a real platform with what the runtime assumes; it only reads')
    .argument('<base URL>', 'as https://api.example.com/v3.1/741')
    .option('--domain <id>', 'that signs calls (default: the last segment of the base URL)', idOf)
    .option(
      '--item <id[/streamtype][=free|paid]>',
      'an item to ask for, repeatable, and what is known of it',
      addItem,
      [],
    )
    .option('--out <file>', 'where the dialect is written, for example usher.dialect.ts')
    .option('--recordings <folder>', 'where each request and answer is written, without secrets')
    .option('--json', 'prints the assumptions as one line of JSON')
    .action(run);
}

async function run(baseUrl: string, { domain, item, out, recordings, json }: Given): Promise<void> {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new WrongArgument(`"${baseUrl}" is no address of http or https`);
  }
  const report = await probe({ baseUrl, domain, items: item });
  console.log(json ? JSON.stringify(report.assumptions) : printReport(report));
  if (out !== undefined) await writeFile(out, writeDialect(report.differences, baseUrl));
  if (recordings !== undefined) {
    await mkdir(recordings, { recursive: true });
    for (const [index, exchange] of redact(report.exchanges).entries()) {
      const number = String(index + 1).padStart(3, '0');
      const name = `${number}-${exchange.name.replace('/', '-')}.json`;
      await writeFile(join(recordings, name), `${JSON.stringify(exchange, null, 2)}\n`);
    }
  }
  if (!report.isComplete) process.exitCode = exitCodes.failed;
}

function idOf(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('A domain is a number.');
  return text;
}

function addItem(text: string, before: readonly CheckedItem[]): CheckedItem[] {
  const [, item, streamtype = 'video', expected] =
    /^(\d+)(?:\/([a-z]+))?(?:=(free|paid))?$/.exec(text) ?? [];
  if (item === undefined) throw new InvalidArgumentError('Write 7, 7/video, or 7/video=free.');
  return [
    ...before,
    {
      item,
      streamtype,
      expected: expected === 'free' || expected === 'paid' ? expected : undefined,
    },
  ];
}
