// Takes docs/picture.png from a running Metis: node docs/picture.mjs <sign-in link> [dark]. The demonstration runs for real, up to its approval.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');
const [link, theme = 'light'] = process.argv.slice(2);
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 920 }, deviceScaleFactor: 2, colorScheme: theme });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(link);
  await page.getByLabel('Your message').fill('Show me what you can do');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: fileURLToPath(new URL('picture.png', import.meta.url)), animations: 'disabled' });
} finally {
  await browser.close();
}
