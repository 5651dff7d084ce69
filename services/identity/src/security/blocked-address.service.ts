import {
  type BlockAddress,
  type BlockedAddress,
  type Caller,
  LEAST_BLOCKED_BITS,
  MOST_BLOCKED_ADDRESSES,
} from '@linkway/contracts';
import { AddressList, AppError, fieldError, Outbox, rangeText } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { AdministratorSession } from './administrator-session.js';
import type { BlockedAddressRow } from './blocked-address.entity.js';
import { BlockedAddressRepository } from './blocked-address.repository.js';
import { SecurityNews } from './security-news.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

const LOOPBACKS = ['127.0.0.1', '::1'];
const loopback = new AddressList(['127.0.0.0/8', '::1', '::ffff:127.0.0.0/104']);

/** Addresses that administrators block. */
@Injectable()
export class BlockedAddressService {
  constructor(
    private readonly blocked: BlockedAddressRepository,
    private readonly news: SecurityNews,
    private readonly administrators: AdministratorSession,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async list(): Promise<{ data: BlockedAddress[] }> {
    return { data: (await this.blocked.list()).map(blockedAddress) };
  }

  /** `ip`: of whoever blocks. The same once more, as its answer got lost, is the block that is there. */
  async block(block: BlockAddress, ip: string, caller: Caller): Promise<BlockedAddress> {
    await this.administrators.require(caller);
    return this.outbox.transaction((...transaction) => this.blockIn(block, ip, caller, transaction));
  }

  /** As `block`, of an administrator who calls, in their transaction. */
  async blockIn(
    { address: typed, reason, expires_at }: BlockAddress,
    ip: string,
    caller: Caller,
    [manager, emit]: Transaction,
  ): Promise<BlockedAddress> {
    const expires = expires_at === null ? null : new Date(expires_at);
    if (expires && expires.getTime() <= Date.now()) throw fieldError('expires_at', 'security.block_expiry_invalid');
    // As it is blocked: of one network there is one block, which is lifted at once.
    const address = rangeText(typed);
    const range = new AddressList([address]);
    if (loopback.has(address.split('/')[0] ?? '') || LOOPBACKS.some((each) => range.has(each))) {
      throw fieldError('address', 'security.block_loopback');
    }
    if (range.has(ip)) throw fieldError('address', 'security.block_own_address');
    const least = LEAST_BLOCKED_BITS[address.includes(':') ? 'ipv6' : 'ipv4'];
    const [, bits = least] = address.split('/');
    if (Number(bits) < least) throw fieldError('address', 'security.block_too_wide', { bits: least });
    const settings = await this.news.hold(manager);
    const all = await this.blocked.list(manager);
    const former = all.find((each) => rangeText(each.address) === address);
    if (former && former.reason === reason && former.expires_at?.getTime() === expires?.getTime())
      return blockedAddress(former);
    if (former) throw new AppError('security.already_blocked', { address });
    const max = MOST_BLOCKED_ADDRESSES;
    if (all.length >= max) throw new AppError('security.blocks_full', { max });
    const row = await this.blocked.insert({ address, reason, expires_at: expires }, manager);
    await this.news.tell(settings, manager, emit);
    const target = { kind: 'blocked_address', id: row.id, name: address } as const;
    const details = { reason, expires_at: row.expires_at?.toISOString() ?? null };
    await this.trail.recordBy(caller, { action: 'security.address_blocked', target, details }, manager, emit);
    return blockedAddress(row);
  }

  async unblock(id: string, caller: Caller): Promise<void> {
    await this.administrators.require(caller);
    await this.outbox.transaction(async (manager, emit) => {
      const settings = await this.news.hold(manager);
      const row = await this.blocked.remove(id, manager);
      if (!row) throw new AppError('security.block_not_found');
      await this.news.tell(settings, manager, emit);
      const target = { kind: 'blocked_address', id, name: row.address } as const;
      await this.trail.recordBy(caller, { action: 'security.address_unblocked', target }, manager, emit);
    });
  }
}

const blockedAddress = ({ id, address, reason, expires_at, created_at }: BlockedAddressRow): BlockedAddress => ({
  id,
  address,
  reason,
  expires_at: expires_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
