import { expect, test } from '@playwright/test';
import { Command } from 'commander';
import { addStartCommand } from '../../../../demo/usher-platform/command/start-command.ts';

/** What is said of the arguments; nothing is started. */
async function refusalOf(...given: readonly string[]): Promise<string> {
  const program = new Command('usher-platform').exitOverride();
  program.configureOutput({ writeErr: () => {} });
  addStartCommand(program);
  const [start] = program.commands;
  start!.copyInheritedSettings(program).action(() => {});
  try {
    await program.parseAsync(given, { from: 'user' });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a host that is none is refused with the name of its option', async () => {
  for (const option of ['--host', '--callback-host']) {
    for (const wrong of ['', 'https://a.test', 'a b']) {
      const refusal = await refusalOf(option, wrong);
      expect(refusal).toContain(`option '${option} <name>' argument '${wrong}' is invalid`);
      expect(refusal).toContain('Write a host');
    }
    expect(await refusalOf(option, 'a.test', option, ' b.test:8443 ')).toBe('');
  }
});
