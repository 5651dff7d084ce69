import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

const minute = 60_000;

/** Every screen and state in both languages and themes at five widths: pictures of it, and what is cut, covered or faint in them. */
export default defineConfig({
  ...tests,
  testDir: 'look',
  // The tests, which may run beside it, empty theirs when they begin.
  outputDir: 'test-results/look-artifacts',
  timeout: 2 * minute,
  globalTimeout: 60 * minute,
  // A trace puts scripts into the frames of mails, which take none: the second try would fail of that. What is wrong has its picture.
  use: { ...tests.use, trace: 'off' },
});
