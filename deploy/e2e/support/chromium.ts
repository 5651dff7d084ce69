import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The machine's Chromium; without one, that of `npx playwright install chromium`. It asks nobody on the network. */
export const chromium: LaunchOptions = {
  ...(existsSync(installed) && { executablePath: installed }),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
