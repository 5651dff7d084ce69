import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Collects what a browser prints as an error or warning, and pages' uncaught errors. */
export class ConsoleWatch {
  private readonly printed: string[] = [];
  private readonly expected: RegExp[] = [];

  /** For what the test provokes, as an answer 401: Chromium prints every failed request as an error. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  follow(context: BrowserContext): void {
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.printed.push(describe(message));
    });
    context.on('weberror', (webError) => this.printed.push(`uncaught: ${String(webError.error().stack)}`));
  }

  unexpected(): string[] {
    return this.printed.filter((line) => !this.expected.some((pattern) => pattern.test(line)));
  }
}

const describe = (message: ConsoleMessage): string =>
  `${message.type()}: ${message.text()} (${message.location().url})`;
