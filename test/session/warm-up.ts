// What comes with the first trouble is loaded here: a fake clock does not wait for a network.
import '../../src/item/recovery/failed-check.ts';
import '../../src/session/recovery/failed-opening.ts';
import '../../src/session/account/change-persistence.ts';
import '../../src/session/background/background.ts';
import '../../src/transport/recovery/trouble.ts';
import { scriptPlatform, answer } from './scripted-platform.ts';
import { until } from './patience.ts';

/** Loads every lazy module once, so that later nothing waits for the network. */
export async function warmUp(): Promise<void> {
  const platform = scriptPlatform();
  platform.script('session/reporttoken', () => answer({ general: { reporttoken: 'a=b&se=99' } }));
  platform.script('session/currentweather', () => answer({ general: { temperature: 1 } }));
  platform.script('session/init', () =>
    answer({ general: { cid: '7', clid: 741 }, device: { domaintoken: 'x'.repeat(30) } }),
  );
  const usher = platform.usher();
  await usher.start();
  await usher.login({ provider: 'manual', username: 'ada', password: 'x' });
  await usher.allmedia();
  await usher.reportToken();
  await usher.item({ item: 7, streamtype: 'video' }).check();
  const tried = [
    'allmedia/latest',
    'system/currentincidents',
    'statistics/viewsbyday',
    'payment/itemstate',
  ] as const;
  for (const id of tried) await usher.call(id, {} as never).catch(() => {});
  await usher.logout();
  await until(() => platform.to('session/logout').length);
  platform.close();
}
