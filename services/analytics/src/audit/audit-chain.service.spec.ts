import { describe, expect, it } from '@jest/globals';
import { auditRecord } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Lease } from '../lease/lease.js';
import { AuditChain } from './audit-chain.service.js';
import type { AuditRow, Link } from './audit-entry.js';
import type { AuditLogRepository } from './audit-log.repository.js';
import { ChainCheck } from './chain-check.js';

const anAct = (id = uuidv7()) => ({
  record: auditRecord({ id, action: 'session.signed_in', user: null, ip: '192.0.2.7' }),
  occurredAt: new Date().toISOString(),
});

/** Takes one insert under each token, as ClickHouse does. */
class Table {
  rows: AuditRow[] = [];
  readonly tokens = new Set<string>();

  head = async (): Promise<Link | null> => this.rows.at(-1) ?? null;
  known = async (ids: readonly string[]) => new Set(this.rows.map(({ id }) => id).filter((id) => ids.includes(id)));
  add = async (entries: readonly AuditRow[], again = 0): Promise<void> => {
    const token = `${entries[0]?.seq}#${again}`;
    if (this.tokens.has(token)) return;
    this.tokens.add(token);
    this.rows.push(...entries);
  };

  get asRepository(): AuditLogRepository {
    return this as unknown as AuditLogRepository;
  }

  get isWhole(): boolean {
    const check = new ChainCheck(Date.now());
    for (const row of this.rows) check.look(row);
    return check.first === null;
  }
}

describe('the chain', () => {
  it('has acts that come at once one behind the other, each once', async () => {
    const table = new Table();
    const chain = new AuditChain(table.asRepository, null);
    const acts = Array.from({ length: 30 }, () => anAct());
    await Promise.all([...acts, ...acts].map((act) => chain.append([act])));
    await chain.append([...acts, ...acts]);
    expect(table.rows.map(({ seq }) => seq)).toEqual(acts.map((_, index) => index + 1));
    expect(table.isWhole).toBe(true);
  });

  it('goes on where its end was removed from the store, and shows it', async () => {
    const table = new Table();
    const chain = new AuditChain(table.asRepository, null);
    for (let times = 0; times < 3; times += 1) {
      await chain.append([anAct()]);
      table.rows = [];
    }
    await chain.append([anAct()]);
    expect(table.rows.map(({ seq }) => seq)).toEqual([1]);
  });

  it('is written by whoever has the lease, which is given back', async () => {
    const table = new Table();
    let held = 0;
    let asked = 0;
    const lease = {
      acquire: async () => {
        asked += 1;
        if (asked < 3) return false;
        held += 1;
        return true;
      },
      release: async () => void (held -= 1),
    } as unknown as Lease;
    await new AuditChain(table.asRepository, lease).append([anAct()]);
    expect([table.rows.length, held, asked]).toEqual([1, 0, 3]);
  });

  it('goes on behind an act that could not be written', async () => {
    const table = new Table();
    const chain = new AuditChain(table.asRepository, null);
    const { add } = table;
    table.add = async () => {
      throw new Error('no space left on device');
    };
    await expect(chain.append([anAct()])).rejects.toMatchObject({ code: 'service.unavailable' });
    table.add = add;
    await chain.append([anAct()]);
    expect(table.rows).toHaveLength(1);
  });
});
