import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  listActiveDomainsRpc,
  type RpcInput,
  type RpcReply,
  resolveRouteRpc,
  resolveRoutesRpc,
} from '@linkway/contracts';
import { type CanActivate, Controller, Injectable, Module, UseGuards } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  DatabaseModule,
  databaseEnv,
  defineService,
  HashLimiter,
  NatsService,
  Outbox,
  patienceLeft,
  Rpc,
  RpcClient,
  type RunningService,
  serviceConfig,
} from '../src/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';

const servers = useServers({ postgres: true, nats: true });

/** Something that work waits for, for the test to open. */
class Gate {
  private opened = Promise.withResolvers<void>();
  waiting = 0;

  async pass(): Promise<void> {
    this.waiting += 1;
    await this.opened.promise;
    this.waiting -= 1;
  }
  open(): void {
    this.opened.resolve();
    this.opened = Promise.withResolvers<void>();
  }
}
const door = new Gate();
const inner = new Gate();
const limiter = new HashLimiter({ concurrency: 1 });
let done: string[] = [];
let patience: (number | null)[] = [];
/** By code, when the service takes its caller for gone: a moment after it is. */
const deadlines = new Map<string, number>();

/** Stands for whatever a request may wait for before its handler. */
@Injectable()
class Doorkeeper implements CanActivate {
  async canActivate(context: Parameters<CanActivate['canActivate']>[0]): Promise<boolean> {
    const { code = 'list' } = context.switchToRpc().getData<{ data: { code?: string } }>().data;
    deadlines.set(code, performance.now() + (patienceLeft() ?? 0));
    if (code.startsWith('door ')) await door.pass();
    return true;
  }
}

@Controller()
@UseGuards(Doorkeeper)
class PatientApi {
  constructor(
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
  ) {}

  @Rpc(resolveRouteRpc)
  async resolve({ code }: RpcInput<typeof resolveRouteRpc>): Promise<{ routes: [] }> {
    patience.push(patienceLeft());
    if (code.startsWith('hash ')) await limiter.run(null, async () => this.did(code));
    else if (code.startsWith('row ')) {
      await this.outbox.transaction(async (manager) => {
        await manager.query('SELECT pg_advisory_xact_lock(1)');
        await manager.query('INSERT INTO made VALUES ($1)', [code]);
      });
    } else this.did(code);
    return { routes: [] };
  }

  /** Asks on, once it is let. */
  @Rpc(listActiveDomainsRpc)
  async list(): Promise<{ data: [] }> {
    await inner.pass();
    await this.rpc.call(resolveRouteRpc, { code: 'asked on' }, { timeoutMs: 20_000 });
    return { data: [] };
  }

  private did(code: string): void {
    done.push(code);
  }
}

@Module({ imports: [DatabaseModule.forService({ entities: [], migrations: [] })], controllers: [PatientApi] })
class PatientModule {}
@Controller()
class LonelyApi {
  @Rpc(resolveRoutesRpc)
  resolve({ codes }: RpcInput<typeof resolveRoutesRpc>): RpcReply<typeof resolveRoutesRpc> {
    done.push(...codes);
    return { routes: [], checked: codes.length };
  }
}
@Module({ controllers: [LonelyApi] })
class LonelyModule {}
@Module({})
class AskingModule {}
const patient = defineService({ name: 'patient', config: serviceConfig({ ...databaseEnv }), module: PatientModule });
const lonely = defineService({ name: 'lonely', config: serviceConfig({}), module: LonelyModule });
const asking = defineService({ name: 'asking', config: serviceConfig({}), module: AskingModule });

let service: RunningService;
let asker: RunningService;
beforeAll(async () => {
  service = await startService(patient, servers.env('patient', { LOG_LEVEL: 'fatal' }));
  asker = await startService(asking, servers.env('asking', { LOG_LEVEL: 'fatal' }));
  await sql('CREATE TABLE made (code text)');
}, 60_000);
afterAll(async () => {
  await asker.stop();
  await service.stop();
}, 30_000);
beforeEach(() => {
  done = [];
  patience = [];
});

const LATE = { code: 'service.timeout' };
const sql = <T = unknown>(statement: string): Promise<T[]> => service.get<DataSource>(DataSource).query(statement);
const ask = (code: string, timeoutMs?: number) =>
  asker.get<RpcClient>(RpcClient).call(resolveRouteRpc, { code }, timeoutMs === undefined ? {} : { timeoutMs });
const askOn = (timeoutMs: number) => asker.get<RpcClient>(RpcClient).call(listActiveDomainsRpc, {}, { timeoutMs });
const count = async (outcome: string): Promise<number> => {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  const line = new RegExp(
    `^rpc_server_duration_seconds_count{[^}]*subject="${resolveRouteRpc.subject}",outcome="${outcome}"[^}]*} (\\d+)$`,
    'm',
  );
  return Number(line.exec(text)?.[1] ?? 0);
};

const over = (code: string) => eventually(() => performance.now() > (deadlines.get(code) ?? Number.POSITIVE_INFINITY));

describe('a request whose caller gave up', () => {
  it('is refused before its handler, and is no fault', async () => {
    const [late, failed] = [await count('late'), await count('failed')];
    const given = ask('door late', 200);
    const inTime = ask('door in time', 20_000);
    await expect(given).rejects.toMatchObject(LATE);
    await eventually(() => expect(door.waiting).toBe(2));
    await over('door late');
    door.open();
    await inTime;
    expect(done).toEqual(['door in time']);
    await eventually(async () => expect(await count('late')).toBe(late + 1));
    expect(await count('failed')).toBe(failed);
  });

  it('gives up its place in a queue', async () => {
    const gate = new Gate();
    const holding = limiter.run(null, () => gate.pass());
    const given = ask('hash late', 1_000);
    await eventually(() => expect(limiter.queued).toBe(1));
    await expect(given).rejects.toMatchObject(LATE);
    const inTime = ask('hash in time', 20_000);
    await eventually(() => expect(limiter.queued).toBe(2));
    await over('hash late');
    gate.open();
    await Promise.all([holding, inTime]);
    expect(done).toEqual(['hash in time']);
  });

  it('changes nothing, whatever its transaction waited for', async () => {
    const holder = service.get<DataSource>(DataSource).createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT pg_advisory_xact_lock(1)');
    const given = ask('row late', 1_000);
    const inTime = ask('row in time', 20_000);
    const waiting = () => sql(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 1 AND NOT granted`);
    await eventually(async () => expect(await waiting()).toHaveLength(2));
    await expect(given).rejects.toMatchObject(LATE);
    await over('row late');
    await holder.commitTransaction();
    await holder.release();
    await inTime;
    await eventually(async () => expect(await waiting()).toHaveLength(0));
    expect(await sql('SELECT code FROM made')).toEqual([{ code: 'row in time' }]);
  });

  it('asks nobody else', async () => {
    await expect(askOn(200)).rejects.toMatchObject(LATE);
    await eventually(() => expect(inner.waiting).toBe(1));
    await over('list');
    const late = await lateLists();
    inner.open();
    await eventually(async () => expect(await lateLists()).toBe(late + 1));
    expect(patience).toEqual([]);
  });
});

const lateLists = async (): Promise<number> => {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(
    new RegExp(`_count{[^}]*subject="${listActiveDomainsRpc.subject}",outcome="late"[^}]*} (\\d+)$`, 'm').exec(
      text,
    )?.[1] ?? 0,
  );
};

describe('patience', () => {
  it('is what the caller has left, without the way back; the next one is given the rest', async () => {
    await ask('one', 4_000);
    expect(patience[0]).toBeGreaterThan(2_000);
    expect(patience[0]).toBeLessThanOrEqual(3_705);
    // Less than the twenty seconds that the second question would have had.
    const asked = askOn(4_000);
    await eventually(() => expect(inner.waiting).toBe(1));
    inner.open();
    await asked;
    expect(patience[1]).toBeGreaterThan(0);
    expect(patience[1]).toBeLessThanOrEqual(3_800);
  });

  it('is not asked of a former release', async () => {
    const { connection } = asker.get<NatsService>(NatsService);
    const answer = await connection.request(
      resolveRouteRpc.subject,
      JSON.stringify({
        id: randomUUID(),
        pattern: resolveRouteRpc.subject,
        data: { caller: null, correlation_id: 'former', data: { code: 'former' } },
      }),
      { timeout: 5_000 },
    );
    expect(answer.json()).toMatchObject({ response: { routes: [] } });
    expect(patience).toEqual([null]);
    expect(done).toEqual(['former']);
  });
});

describe('a message without an id', () => {
  it('runs nothing and keeps nobody from ending', async () => {
    const leaving = await startService(lonely, servers.env('lonely', { LOG_LEVEL: 'fatal' }));
    const { connection } = asker.get<NatsService>(NatsService);
    const { subject } = resolveRoutesRpc;
    const data = { caller: null, correlation_id: 'stray', data: { codes: ['stray'] } };
    connection.publish(subject, JSON.stringify({ pattern: subject, data }));
    connection.publish(subject, 'not JSON');
    // In order: what was published before has arrived as well.
    await connection.flush();
    await asker.get<RpcClient>(RpcClient).call(resolveRoutesRpc, { codes: ['request'] });
    const since = performance.now();
    await leaving.stop();
    expect(performance.now() - since).toBeLessThan(7_000);
    expect(done).toEqual(['request']);
  }, 30_000);
});
