import { describe, expect, it } from '@jest/globals';
import { JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import type { LogFields } from '../log/logger.js';
import type { NatsService } from '../nats/nats.service.js';
import { ensureStream } from './ensure-stream.js';
import { eventStream } from './streams.js';

const definition = eventStream('links');
const limits = { STREAM_REPLICAS: 3, EVENT_STREAM_MAX_BYTES: 2_000_000 };
const exists = {
  name: definition.name,
  subjects: definition.subjects,
  discard: definition.discard,
  max_age: 0,
  max_bytes: 1_000_000,
  duplicate_window: 600e9,
  num_replicas: 1,
} as StreamConfig;

/** A server with the stream, which refuses an update where `refuse` answers an error. */
function serverOf(
  config: StreamConfig,
  refuse: (wanted: StreamConfig) => Error | null = () => null,
  service = 'links',
) {
  const server = { config, told: [] as { key: string; fields: LogFields }[] };
  const streams = {
    info: async () => ({ config: server.config, state: { bytes: 0 } }),
    update: async (_name: string, wanted: StreamConfig) => {
      const error = refuse(wanted);
      if (error) throw error;
      server.config = wanted;
    },
  };
  const nats = {
    service,
    limits,
    manager: async () => ({ streams }),
    tellOnce: (key: string, _message: string, fields: LogFields) => server.told.push({ key, fields }),
  } as unknown as NatsService;
  return { server, nats };
}

const refused = (code: number, status: number) =>
  new JetStreamApiError({ code: status, err_code: code, description: 'refused' });

describe('copies of a stream that exists', () => {
  it('become as many as are configured', async () => {
    const { server, nats } = serverOf(exists);
    await ensureStream(nats, definition);
    expect(server.config).toEqual({ ...exists, max_bytes: 2_000_000, num_replicas: 3 });
    expect(server.told).toEqual([]);
  });

  it('that the server refuses are told, and sizes apply all the same', async () => {
    const { server, nats } = serverOf(exists, ({ num_replicas }) => (num_replicas > 1 ? refused(10074, 500) : null));
    await ensureStream(nats, definition);
    expect(server.config).toEqual({ ...exists, max_bytes: 2_000_000 });
    expect(server.told).toEqual([
      { key: 'settings of EVT_LINKS', fields: expect.objectContaining({ settings: { num_replicas: 3 } }) },
    ]);
  });

  it.each([
    ['the account', 400, 10002],
    ['the memory', 500, 10028],
    ['the disk', 500, 10047],
  ])('and sizes for which %s has no room are told, and the stream stays as it is', async (_what, status, code) => {
    const { server, nats } = serverOf(exists, () => refused(code, status));
    await ensureStream(nats, definition);
    expect(server.config).toEqual(exists);
    expect(server.told).toHaveLength(2);
  });

  it('are tried again where the server was away', async () => {
    const { server, nats } = serverOf(exists, ({ num_replicas }) => (num_replicas > 1 ? refused(10008, 503) : null));
    await expect(ensureStream(nats, definition)).rejects.toThrow('refused');
    expect(server.told).toEqual([]);
  });

  it('are the owner’s business', async () => {
    const { server, nats } = serverOf(exists, undefined, 'redirect');
    await ensureStream(nats, definition);
    expect(server.config).toEqual(exists);
  });
});
