import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.ts';
import { mode } from './support/mode.ts';
import { userAgents } from './support/user-agents.ts';

const minute = 60_000;

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/artifacts',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  timeout: minute,
  globalTimeout: 20 * minute,
  expect: { timeout: 10_000 },
  // Each mode runs what makes sense in it; nothing is skipped.
  grepInvert: mode === 'processes' ? /@single/ : /@processes/,
  reporter: [['line'], ['json', { outputFile: `test-results/${mode}.json` }]],
  use: {
    browserName: 'chromium',
    // A headless browser names itself a robot, and robots' visits count apart.
    userAgent: userAgents.desktop,
    locale: 'en-US',
    timezoneId: 'Asia/Ho_Chi_Minh',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium,
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Recorded at the second try alone: it costs time in every test.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
