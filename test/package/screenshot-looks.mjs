// What is looked at before a release: elements, documentation and demo, in each look.
import { existsSync } from 'node:fs';

const sizes = { wide: [1280, 900], narrow: [360, 780] };
const schemes = ['light', 'dark'];

const docsPages = {
  index: '/docs/',
  'script-tag': '/docs/script-tag.html',
  elements: '/docs/elements.html',
  'purchase-steps': '/docs/purchase-steps.html',
  endpoint: '/docs/endpoints/session/login.html',
  api: '/docs/api/index.html',
};
const demoPages = {
  index: '/',
  watch: '/watch.html?gid=5000155',
  tickets: '/tickets.html',
  browse: '/browse.html',
  search: '/search.html?q=war',
  statistics: '/statistics.html',
  submit: '/submit.html',
};

const words = {
  en: { rent: 'Rent for', login: 'Log in', voucher: 'Redeem a voucher', pay: 'Pay' },
  de: { rent: 'Leihen für', login: 'Anmelden', voucher: 'Gutschein einlösen', pay: 'zahlen mit' },
};

/** Takes all pictures. */
export async function takeLooks(openPage, user, pathOf) {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const colorScheme of schemes) {
      const look = `${size}-${colorScheme}`;
      const open = (path) => openPage(path, width, height, { colorScheme });
      for (const language of Object.keys(words)) {
        await takeElements(open, user, language, (step) =>
          pathOf(`elements-${look}-${language}-${step}`),
        );
      }
      const docs = existsSync('.site/html/index.html') ? docsPages : {};
      await takePages(open, docs, (name) => pathOf(`docs-${look}-${name}`));
      await takePages(open, demoPages, (name) => pathOf(`demo-${look}-${name}`));
    }
  }
}

/** The steps of a sale, in a language. */
async function takeElements(open, { username, password }, language, pathOf) {
  const page = await open('/elements.html?ways=all');
  const { rent, login, voucher, pay } = words[language];
  await page.evaluate((lang) => {
    document.documentElement.lang = lang;
  }, language);
  const gate = page.locator('usher-gate');
  const take = async (step) => page.screenshot({ path: pathOf(step), fullPage: true });
  await gate.getByRole('button', { name: rent }).waitFor();
  await take('1-offers');
  await page.locator('usher-account').getByRole('button', { name: login }).click();
  await gate.getByRole('button', { name: rent }).click();
  await gate.locator('[name=username]').fill(username);
  await gate.locator('[name=password]').fill('wrong');
  await page.keyboard.press('Enter');
  await gate.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  await take('2-login');
  await gate.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await gate.getByRole('button', { name: pay }).first().waitFor();
  await take('3-payment');
  const opening = page.waitForEvent('popup');
  await gate.getByRole('button', { name: pay }).nth(1).click();
  await (await opening).waitForURL(/\/pay\?/);
  await gate.locator('[part~=primary]').waitFor();
  await take('4-purchase');
  await gate.locator('[part~=link]').click();
  await gate.getByRole('button', { name: voucher }).click();
  await gate.locator('[name=code]').waitFor();
  await take('5-voucher');
  await page.context().close();
}

/** Whole pages, with what they load when it is scrolled to. */
async function takePages(open, paths, pathOf) {
  for (const [name, path] of Object.entries(paths)) {
    const page = await open(path);
    await page.waitForLoadState('networkidle');
    const { height } = page.viewportSize();
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < end; top += height) {
      await page.evaluate((at) => scrollTo(0, at), top);
      await page.waitForLoadState('networkidle');
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: pathOf(name), fullPage: true });
    await page.context().close();
  }
}
