import { writeFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { NetworkError } from '../../../src/errors/network-error.ts';
import type { CheckedItem } from '../../../src/testing/dialect-check/judge-answers.ts';
import { reasonOf } from '../../platform/wire/reason-of.ts';
import { printReport } from '../probe/print-report.ts';
import { probe } from '../probe/probe.ts';
import { createRecording, readRecording, writeRecording } from '../probe/recording.ts';
import { redact } from '../probe/redact.ts';
import { serveReplay } from '../probe/serve-replay.ts';
import { writeDialect } from '../probe/write-dialect.ts';
import { exitCodes, WrongArgument } from './exit-codes.ts';
import { repeatable } from './option-values.ts';

interface Given {
  readonly domain?: string | undefined;
  readonly item: readonly CheckedItem[];
  readonly out?: string;
  readonly recordings?: string;
  readonly replay?: string;
  readonly json?: boolean;
}

/** `usher-platform probe`: what a real platform does otherwise than the default dialect assumes. */
export function addProbeCommand(program: Command): void {
  program
    .command('probe')
    .description('compares a real platform with what the runtime assumes; it only reads')
    .argument('[base URL]', 'as https://api.example.com/v3.1/741')
    .option('--domain <id>', 'that signs calls (default: the last segment of the base URL)', idOf)
    .addOption(
      repeatable(
        '--item <id[/streamtype][=free|paid]>',
        'an item to ask for, and what is known of it',
        addItem,
      ),
    )
    .option('--out <file>', 'where the dialect is written, for example usher.dialect.ts')
    .option('--recordings <folder>', 'where each request and answer is written, without secrets')
    .option('--replay <folder>', 'probes what --recordings has written, in place of a base URL')
    .option('--json', 'prints the assumptions as one line of JSON')
    .action(run);
}

async function run(baseUrl: string | undefined, given: Given): Promise<void> {
  if ((baseUrl === undefined) === (given.replay === undefined)) {
    throw new WrongArgument('probe needs a base URL, or --replay with recordings');
  }
  if (given.replay !== undefined) return runOnRecordings(given.replay, given);
  if (!/^https?:\/\//.test(baseUrl!) || !URL.canParse(baseUrl!)) {
    throw new WrongArgument(`"${baseUrl}" is no address of http or https`);
  }
  return runAt(baseUrl!, given);
}

async function runOnRecordings(folder: string, given: Given): Promise<void> {
  const recording = await readRecording(folder);
  const server = await serveReplay(recording);
  try {
    const { domain = recording.session.domain || undefined } = given;
    await runAt(`${server.url}${recording.basePath}`, { ...given, domain });
  } finally {
    await server.close();
  }
}

async function runAt(baseUrl: string, given: Given): Promise<void> {
  const { domain, item, out, recordings, json } = given;
  const report = await probe({ baseUrl, domain, items: item }).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
    throw new Error(`${baseUrl} could not be reached: ${reasonOf(error.cause)}`);
  });
  console.log(json ? JSON.stringify(report.assumptions) : printReport(report));
  if (out !== undefined) await writeFile(out, writeDialect(report.differences, baseUrl));
  if (recordings !== undefined) {
    const recording = createRecording(report, baseUrl);
    await writeRecording(recordings, redact(report.exchanges), recording);
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
