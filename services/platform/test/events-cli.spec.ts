import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { linksClicked } from '@linkway/contracts';
import { runEvents } from '../src/events-cli/run.js';
import { DeadLetter, DeadLetters, NatsService, type RunningService } from '../src/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';
import { effects, emit, manager, reader, Script, writer } from './event-services.js';

const servers = useServers({ postgres: true, nats: true });
let reading: RunningService;
let writing: RunningService;
const script = () => reading.get<Script>(Script);

async function events(...args: string[]): Promise<{ code: number; lines: string[]; complaints: string[] }> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const output = {
    say: (line: string) => void lines.push(line),
    complain: (line: string) => void complaints.push(line),
  };
  const code = await runEvents(args, () => ({ NATS_URL: servers.natsUrl }), output);
  return { code, lines, complaints };
}

/** An event that the reader has put aside, and its id among the dead letters. */
async function deadEvent(): Promise<{ session: string; id: string }> {
  const session = randomUUID();
  script().refuse = (handler, id) => (id === session && handler === 'second' ? new DeadLetter('broken') : null);
  await emit(writing, session);
  const id = await eventually(async () => {
    const { lines } = await events('dead', 'list');
    const letter = lines.slice(1).at(-1)?.split(' ')[0] ?? '';
    const { lines: whole } = await events('dead', 'show', letter);
    if (!whole.join('\n').includes(session)) throw new Error('not dead yet');
    return letter;
  });
  script().refuse = () => null;
  return { session, id };
}

beforeAll(async () => {
  writing = await startService(writer, servers.env('writer'));
  reading = await startService(reader, servers.env('reader'));
}, 60_000);

beforeEach(() => events('dead', 'drop', '--all'));

describe('dead letters', () => {
  it('are listed and shown, and dropped', async () => {
    const { id } = await deadEvent();
    const { lines } = await events('dead', 'list');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/reader\s+evt\.identity\.session-ended\.v1\s+[0-9a-f-]{36}\s+broken$/);
    expect((await events('dead', 'drop', id)).lines).toEqual(['dropped 1']);
    expect((await events('dead', 'list')).lines).toEqual(['no dead letters']);
    expect(await events('dead', 'show', id)).toMatchObject({ code: 2, complaints: [`there is no dead letter ${id}`] });
  });

  it('are replayed for what is not done yet, and twice does no harm', async () => {
    const { session, id } = await deadEvent();
    const count = async (handler: string) =>
      (await effects(reading, handler)).filter((each) => each === session).length;
    expect([await count('first'), await count('second')]).toEqual([1, 0]);
    expect((await events('dead', 'replay', id)).lines).toEqual(['replayed 1']);
    await eventually(async () => expect([await count('first'), await count('second')]).toEqual([1, 1]));
    expect((await events('dead', 'list')).lines).toEqual(['no dead letters']);

    // The same letter once more, as after a replay that was cut off before the letter was removed.
    const { streams } = await manager(writing);
    const { state } = await streams.info('EVT_IDENTITY');
    const stored = await streams.getMessage('EVT_IDENTITY', { seq: state.last_seq });
    const { jetstream } = writing.get<NatsService>(NatsService);
    await jetstream.publish('dlq.reader.evt.identity.session-ended.v1', stored?.data ?? '');
    expect((await events('dead', 'replay', '--all')).lines).toEqual(['replayed 1']);
    const next = await emit(writing);
    await eventually(async () => (await effects(reading, 'second')).includes(next));
    expect([await count('first'), await count('second')]).toEqual([1, 1]);
  });

  it('are not handled by a service that did not refuse them', async () => {
    const { session, id } = await deadEvent();
    const { streams } = await manager(writing);
    const letter = await streams.getMessage('DEAD_LETTERS', { seq: Number(id) });
    const { jetstream } = writing.get<NatsService>(NatsService);
    // As if another service had refused it.
    await jetstream.publish('dlq.billing.evt.identity.session-ended.v1', letter?.data ?? '');
    await events('dead', 'drop', id);
    const attempts = () => script().attempts.length;
    const before = attempts();
    expect((await events('dead', 'replay', '--all')).lines).toEqual(['replayed 1']);
    const next = await emit(writing);
    await eventually(async () => (await effects(reading, 'second')).includes(next));
    expect(attempts()).toBe(before + 2);
    expect(await effects(reading, 'second')).not.toContain(session);
  });

  it('hold no address of a visitor', async () => {
    const nats = writing.get<NatsService>(NatsService);
    const subject = `${linksClicked.subject}.0`;
    const { streams } = await manager(writing);
    await streams.add({ name: 'CLICKS_0', subjects: [subject], max_bytes: 1024 ** 2 });
    await nats.jetstream.publish(subject, JSON.stringify({ data: { clicks: [{ ip: '192.0.2.7', code: 'zip' }] } }));
    const consumer = await nats.jetstream.consumers.get('CLICKS_0');
    const message = await consumer.next({ expires: 2_000 });
    if (!message) throw new Error('no message');
    expect(await new DeadLetters(nats).bury(message, 'analytics', 'too old')).toBeNull();
    const { lines } = await events('dead', 'list');
    const { lines: whole } = await events('dead', 'show', lines.at(-1)?.split(' ')[0] ?? '');
    expect(whole.join('\n')).toContain('"code": "zip"');
    expect(whole.join('\n')).not.toContain('192.0.2.7');
  });
});

describe('streams', () => {
  it('are told with their fill and the lag of each consumer', async () => {
    await emit(writing);
    const { lines } = await events('streams');
    const lineOf = (stream: string) => lines.find((each) => each.startsWith(stream));
    // Told by analytics alone, in its metrics.
    expect(lineOf('CLICKS_0')).toMatch(/ analytics\s+analytics_lag_messages\s+-$/);
    expect(lineOf('EVT_IDENTITY')).toMatch(/^EVT_IDENTITY\s+0 % of 1024 MiB\s+\d+\s+\d+ (s|min)\s+reader\s+\d+\s+\d+$/);
  });
});

describe('the command line', () => {
  it('says how it is used, and what is wrong', async () => {
    expect((await events('--help')).lines[0]).toMatch(/^dead list /);
    expect((await events('nonsense')).code).toBe(2);
    expect(await events('dead', 'replay')).toMatchObject({ code: 2, complaints: [expect.stringMatching('an ID')] });
    const complaints: string[] = [];
    const output = { say: () => undefined, complain: (line: string) => void complaints.push(line) };
    expect(await runEvents(['streams'], () => ({ NATS_URL: 'nats://127.0.0.1:1' }), output)).toBe(1);
    expect(complaints[0]).toMatch(/^NATS does not answer/);
  });
});
