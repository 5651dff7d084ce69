import { expect, it } from '@jest/globals';
import type { AppLogger, Outbox } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import type { CodeService } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import type { DomainRepository } from '../domain/domain.repository.js';
import { LinkMover } from './link.mover.js';
import type { LinkRepository } from './link.repository.js';

/** Batches with as many links each, and before each whether the outbox was full. */
function moving(batches: number[], full: boolean[]) {
  const steps: string[] = [];
  const outbox: Pick<Outbox, 'isFull' | 'transaction'> = {
    isFull: async () => {
      const answer = full.shift() ?? false;
      steps.push(answer ? 'full' : 'room');
      return answer;
    },
    transaction: async <T>() => {
      const links = Array.from({ length: batches.shift() ?? 0 }, (_, id) => ({ id: String(id) }));
      steps.push(`moved ${links.length}`);
      return links as T;
    },
  };
  const domains: Pick<DomainRepository, 'all'> = { all: async () => [{ id: 'd', domain_name: 'd.test' } as Domain] };
  const logger: Pick<AppLogger, 'info' | 'warn'> = { info: () => undefined, warn: () => undefined };
  const mover = new LinkMover(
    outbox as Outbox,
    domains as DomainRepository,
    {} as CodeService,
    {} as LinkRepository,
    logger as AppLogger,
  );
  return { mover, steps };
}

it('moves the links of a domain in batches, each only while few events wait', async () => {
  const { mover, steps } = moving([100, 100, 7], [false, true, true, false, false]);
  const before = performance.now();
  mover.onApplicationBootstrap();
  await eventually(() => steps.includes('moved 7'));
  expect(steps).toEqual(['room', 'moved 100', 'full', 'full', 'room', 'moved 100', 'room', 'moved 7']);
  // It looks twice a second, not all the time.
  expect(performance.now() - before).toBeGreaterThan(900);
  await mover.onModuleDestroy();
});

it('ends while it waits', async () => {
  const { mover, steps } = moving([100], Array(20).fill(true));
  mover.onApplicationBootstrap();
  await eventually(() => steps.includes('full'));
  await mover.onModuleDestroy();
  expect(steps).not.toContain('room');
});
