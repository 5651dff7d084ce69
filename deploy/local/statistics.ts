import type { ServiceName } from './environment.ts';

/** The one service that may be late or ill: clicks wait for it in their stream, and all else works without it. */
export const mayBeLate = (service: ServiceName): boolean => service === 'analytics';

/** How long the others wait for it before they are said to be ready. */
export const LATE_AFTER_MS = 20_000;
export const RETRY_MS = 15_000;

/** What is wrong and what to do, in one line. */
export function withoutStatistics(reason: string, dataDir: string): string {
  const first = reason.split('\n')[0]?.replace(/^analytics cannot start: /, '') ?? '';
  return (
    `no statistics for now: ${first}. Everything else works, clicks are kept, and it is tried again by itself. ` +
    `Is ${dataDir}/clickhouse open in another program? End that. Is it damaged? Put it back from a backup ` +
    '(deploy/local/README.md)'
  );
}
