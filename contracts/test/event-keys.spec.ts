import { expect, it } from '@jest/globals';
import { z } from 'zod';
import type { EventContract } from '../src/index.js';
import * as contracts from '../src/index.js';

const events = (Object.values(contracts) as unknown[]).filter(
  (value): value is EventContract =>
    typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'event',
);

it.each(events.filter(({ sharded }) => !sharded))('$subject names what it is about by an id', ({ key, data }) => {
  const schema = key?.split('.').reduce<z.ZodType | undefined>((at, name) => {
    const object: unknown = at;
    return object instanceof z.ZodObject ? (object.shape as Record<string, z.ZodType>)[name] : undefined;
  }, data);
  expect(schema).toBeInstanceOf(z.ZodUUID);
});
