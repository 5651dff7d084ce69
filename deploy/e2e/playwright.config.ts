import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.ts';
import { mode } from './support/mode.ts';
import { userAgents } from './support/user-agents.ts';

const minute = 60_000;

/** What makes no sense in a mode: it kills a process of this machine, or starts a single node of its own. */
const without = { single: [/@processes/], processes: [], containers: [/@processes/, /@node/, /@google/] };

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/artifacts',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  timeout: minute,
  // Images are built first, and from nothing at the first time; a busy machine takes three times what a quiet one does.
  globalTimeout: 40 * minute,
  expect: { timeout: 10_000 },
  // Each mode runs what makes sense in it; nothing is skipped.
  grepInvert: without[mode],
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
    // All tests come from one address; that of a single machine has no limits that other people would share.
    ...(mode === 'containers' && { extraHTTPHeaders: { 'x-forwarded-for': '127.0.0.1' } }),
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Recorded at the second try alone: it costs time in every test.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
