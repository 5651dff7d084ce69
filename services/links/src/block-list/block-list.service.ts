import {
  auditRecord,
  type BlockedDestination,
  type BlockedDestinations,
  type blockDestinationsRpc,
  type Caller,
  linksAuditRecorded,
  type listBlockedDestinationsRpc,
  type RpcInput,
  type RpcReply,
} from '@linkway/contracts';
import { AppError, currentCall, type Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type Entry, entryOf } from './block-entry.js';
import { BlockList } from './block-list.js';
import { type BlockedRow, BlockListRepository } from './block-list.repository.js';

type Refused = BlockedDestinations['refused'][number];
/** Of a line that is told back. */
const MOST_SHOWN = 200;

/** What administrators do with the block list. */
@Injectable()
export class BlockListService {
  constructor(
    private readonly list: BlockListRepository,
    private readonly known: BlockList,
    private readonly outbox: Outbox,
  ) {}

  async page({
    search = '',
    page,
    limit,
  }: RpcInput<typeof listBlockedDestinationsRpc>): Promise<RpcReply<typeof listBlockedDestinationsRpc>> {
    const [{ rows, total }, is_looking] = await Promise.all([
      this.list.page(search, (page - 1) * limit, limit),
      this.list.isLooking(),
    ]);
    const pagination = { page, limit, total, total_pages: Math.ceil(total / limit) };
    return { data: rows.map(viewOf), pagination, is_looking };
  }

  /** All lines that are entries; what is none is told, and keeps nothing from being added. */
  async add({ entries, note }: RpcInput<typeof blockDestinationsRpc>, caller: Caller): Promise<BlockedDestinations> {
    const wanted = new Map<string, Entry>();
    const refused: Refused[] = [];
    let lines = 0;
    for (const [at, line] of entries.entries()) {
      const read = entryOf(line);
      if (read === null) continue;
      lines += 1;
      if ('fault' in read) refused.push({ line: at + 1, entry: line.slice(0, MOST_SHOWN), code: read.fault });
      else wanted.set(read.entry, read);
    }
    if (wanted.size === 0) return { added: 0, known: 0, refused };
    const origin = {
      source: 'admin',
      provider: null,
      threat: null,
      note,
      created_by: userOf(caller),
      expires_at: null,
    } as const;
    const added = await this.outbox.transaction(async (manager, emit) => {
      const ids = await this.list.add(manager, [...wanted.values()], origin);
      if (ids.length > 0) this.tellAdded(ids, wanted, caller, emit);
      return ids.length;
    });
    await this.known.changed();
    return { added, known: lines - refused.length - added, refused };
  }

  /** Throws `links.block_entry_not_found`. */
  async remove(id: string, caller: Caller): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      const entry = await this.list.remove(manager, id, true);
      if (!entry) throw new AppError('links.block_entry_not_found');
      const target = { kind: 'blocked_destination', id, name: entry.entry } as const;
      emit(linksAuditRecorded, auditRecord({ ...actBy(caller), action: 'link_safety.destination_unblocked', target }));
    });
    await this.known.changed();
  }

  private tellAdded(ids: readonly string[], wanted: ReadonlyMap<string, Entry>, caller: Caller, emit: Emit): void {
    const [first = ''] = wanted.keys();
    const target = { kind: 'blocked_destination', id: ids[0] ?? '', name: first } as const;
    const details = { entries: ids.length };
    const action = 'link_safety.destinations_blocked';
    emit(linksAuditRecorded, auditRecord({ ...actBy(caller), action, target, details }));
  }
}

const userOf = (caller: Caller): string | null => (caller.kind === 'service' ? null : caller.user_id);

/** Who did something, from where, as the audit log has it; links knows an account by its id alone. */
export function actBy(caller: Caller | null) {
  const id = caller && userOf(caller);
  return { id: uuidv7(), user: id ? { id } : null, ip: caller ? currentCall().ip : null };
}

const viewOf = ({ kind: _kind, created_at, ...entry }: BlockedRow & { links: number }): BlockedDestination => ({
  ...entry,
  created_at: created_at.toISOString(),
});
