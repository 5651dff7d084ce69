import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mailRequest, sendMailRpc, smtpTest } from '@linkway/contracts';
import { defineService, type RunningService, serviceConfig } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { Module } from '@nestjs/common';
import { MailQueue } from '../src/mail/queue/mail-queue.service.js';
import { ask, SETTINGS, sql, start } from './identity.js';
import { MailServer, sendBy } from './mail-server.js';

const servers = useServers({ postgres: true, nats: true });
const project = fileURLToPath(new URL('..', import.meta.url));
const MAILS = 60;

@Module({})
class NeighbourModule {}
/** Asks as another service does. */
const neighbour = defineService({ name: 'neighbours', config: serviceConfig({}), module: NeighbourModule });

let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
});

const send = (running: RunningService, key: string) =>
  ask(
    running,
    sendMailRpc,
    mailRequest(smtpTest, {
      key,
      to: { email: `${key}@example.com` },
      variables: { sent_at: '2030-01-31T09:00:00Z' },
    }),
  );
const states = (running: RunningService) =>
  sql<{ state: string; n: number }>(
    running,
    'SELECT state, count(*)::int AS n FROM mails GROUP BY state ORDER BY state',
  );

/** The built service in a process of its own. */
async function startChild(env: Record<string, string>): Promise<ChildProcess> {
  const started = spawn(process.execPath, ['dist/main.js'], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', ...SETTINGS, ...env, NATS_USER: 'identity', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  started.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await eventually(() => /"admin_url":"/.test(output) || Promise.reject(new Error(`not started: ${output}`)), {
    timeoutMs: 30_000,
  });
  return started;
}

describe('several processes', () => {
  it('share the mails that wait, and send each of them once', async () => {
    const env = servers.env('shared', { LOG_LEVEL: 'fatal' });
    const [one, two] = [await start(env), await start(env)];
    for (let nth = 0; nth < MAILS; nth += 1) await send(one, `mail${nth}`);
    const mails = await MailServer.start();
    // More than one process has in its hands.
    mails.beforeAnswer = () => eventually(() => expect(mails.received.length).toBeGreaterThan(4));
    await sendBy(one, mails);
    // Whichever of them was told of the server, it was one.
    for (const running of [one, two]) running.get<MailQueue>(MailQueue).wake();
    await eventually(async () => expect(await states(one)).toEqual([{ state: 'sent', n: MAILS }]), {
      timeoutMs: 30_000,
    });
    expect(mails.received).toHaveLength(MAILS);
    expect(new Set(mails.received.map(({ to }) => to)).size).toBe(MAILS);
    for (const running of [one, two]) {
      const metrics = await (await fetch(`${running.adminUrl}/metrics`)).text();
      expect(Number(/identity_mails_total\{[^}]*outcome="sent"[^}]*\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0);
    }
  }, 60_000);

  it('take a mail once that is asked for many times at once', async () => {
    const env = servers.env('asked', { LOG_LEVEL: 'fatal' });
    const processes = [await start(env), await start(env)];
    const [one] = processes;
    if (!one) throw new Error('no process');
    const mails = await MailServer.start();
    await sendBy(one, mails);
    const asked = Array.from({ length: 12 }, (_, nth) => send(processes[nth % 2] ?? one, 'same'));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ queued }) => queued)).toHaveLength(1);
    expect(new Set(answers.map(({ mail_id }) => mail_id)).size).toBe(1);
    await eventually(async () => expect(await states(one)).toEqual([{ state: 'sent', n: 1 }]));
    expect(mails.received).toHaveLength(1);
  });

  it('end with what they have on the wire, and leave the rest to others', async () => {
    const env = servers.env('ended', { LOG_LEVEL: 'fatal' });
    const first = await start(env);
    const mails = await MailServer.start();
    let answer = () => undefined as void;
    mails.beforeAnswer = () => new Promise((resolve) => (answer = resolve));
    await sendBy(first, mails);
    await send(first, 'mail0');
    await eventually(() => expect(mails.received).toHaveLength(1));
    const stopping = first.stop();
    mails.beforeAnswer = async () => undefined;
    answer();
    await stopping;
    const next = await start(env);
    expect(await states(next)).toEqual([{ state: 'sent', n: 1 }]);
    expect(mails.received).toHaveLength(1);
  });

  it('lose no mail by kill -9 in the middle, and send what was cut off under the same name', async () => {
    const env = servers.env('killed', { LOG_LEVEL: 'fatal' });
    child = await startChild(env);
    const other = await startService(neighbour, servers.env('neighbours'));
    const mails = await MailServer.start();
    // Taken to the last byte, and never answered.
    mails.beforeAnswer = () => new Promise(() => undefined);
    await sendBy(other, mails);
    for (let nth = 0; nth < 5; nth += 1) await send(other, `mail${nth}`);
    await eventually(() => expect(mails.received).toHaveLength(4));
    child.kill('SIGKILL');
    await once(child, 'exit');

    mails.beforeAnswer = async () => undefined;
    const next = await start(env);
    // What the dead one had in its hands may be on the way still.
    await eventually(async () =>
      expect(await states(next)).toEqual([
        { state: 'sent', n: 1 },
        { state: 'waiting', n: 4 },
      ]),
    );
    expect(mails.received).toHaveLength(5);
    await sql(next, "UPDATE mails SET leased_until = now() WHERE state = 'waiting'");
    next.get<MailQueue>(MailQueue).wake();
    await eventually(async () => expect(await states(next)).toEqual([{ state: 'sent', n: 5 }]));
    expect(mails.received).toHaveLength(9);
    const names = new Map(mails.received.map(({ to }) => [to, new Set<string>()]));
    for (const { to, messageId } of mails.received) names.get(to)?.add(messageId);
    expect([...names.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
  }, 60_000);
});
