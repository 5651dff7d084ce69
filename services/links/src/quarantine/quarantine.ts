import { isDeepStrictEqual } from 'node:util';
import {
  type AuditAction,
  appealRefused,
  auditRecord,
  type Caller,
  linkQuarantined,
  linkReleased,
  linksAuditRecorded,
  linksNotificationDue,
  linkUpdated,
} from '@linkway/contracts';
import { type Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { BlockList } from '../block-list/block-list.js';
import type { KnownEntry } from '../block-list/block-list.repository.js';
import { actBy } from '../block-list/block-list.service.js';
import { CodeService } from '../code/code.service.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { destinationsOf } from '../link/destination.js';
import { Link, type LinkQuarantine } from '../link/link.entity.js';
import { routeOf, stateOf } from '../link/link.mapper.js';
import { LinkRepository } from '../link/link.repository.js';
import type { Transaction } from '../transaction.js';
import { type LinkPlace, QuarantineRepository } from './quarantine.repository.js';

/** Of a variable of a notification. */
const MOST_TOLD = 200;

/** Every address that a link leads to or has loaded, its destination first, each once. */
export const addressesOf = (link: Link): string[] => [
  ...new Set(destinationsOf(Object.assign({ url: link.original_url }, link)).map(([, url]) => url)),
];

/** Puts links into quarantine and takes them out, by what the block list says of their addresses now. */
@Injectable()
export class Quarantines {
  constructor(
    private readonly outbox: Outbox,
    private readonly blockList: BlockList,
    private readonly quarantines: QuarantineRepository,
    private readonly links: LinkRepository,
    private readonly codes: CodeService,
    private readonly domains: DomainRepository,
    private readonly addresses: DomainService,
  ) {}

  /** What an address is blocked by; done as often as anybody likes. */
  isBlocked(address: string): boolean {
    return this.blockList.find(address).length > 0;
  }

  /** Has a link be as the block list says; false: it was so. */
  settle(place: LinkPlace): Promise<boolean> {
    return this.outbox.transaction(async (manager, emit) => {
      const link = await this.quarantines.lock(manager, place);
      if (!link) {
        // Unless it is somebody else's by now, as a guest's that was claimed.
        const known = await this.quarantines.placeOf(place.id, manager);
        if (known?.tenant_id === place.tenant_id) await this.quarantines.end(manager, [place.id], 'settled');
        return false;
      }
      const reasons = await this.reasonsOf(manager, link);
      const next =
        reasons.length === 0 ? null : { since: new Date().toISOString(), appeal: null, ...link.quarantine, reasons };
      if (isDeepStrictEqual(next, link.quarantine)) {
        if (next) await this.quarantines.keep(manager, link, next);
        return false;
      }
      await this.put(manager, emit, link, next, null);
      return true;
    });
  }

  /** Changes what holds of a link that is locked. `by`: null where nobody decided it but the list. */
  async put(
    manager: Transaction,
    emit: Emit,
    link: Link,
    quarantine: LinkQuarantine | null,
    by: Caller | null,
  ): Promise<void> {
    const next = Object.assign(new Link(), link, { quarantine, version: link.version + 1 });
    const now = await this.codes.touch(manager, { host: link.host, code: link.short_code }, link.id);
    await this.links.update(manager, next);
    const domain = await this.domains.findOf(link, manager);
    emit(linkUpdated, { route: routeOf(next, domain, now), link: stateOf(next), previous: null });
    if (quarantine) await this.quarantines.keep(manager, next, quarantine);
    const short = this.addresses.shortUrl(domain, link.short_code).replace(/^https?:\/\//, '');
    if (quarantine && !link.quarantine) {
      const address = quarantine.reasons[0]?.address ?? link.original_url;
      this.tell(emit, link, linkQuarantined.name, { link: short, address: new URL(address).hostname }, next.version);
      this.record(emit, 'link_safety.link_quarantined', link, short, by);
    }
    if (!quarantine && link.quarantine) {
      this.tell(emit, link, linkReleased.name, { link: short }, next.version);
      this.record(emit, 'link_safety.link_released', link, short, by);
    }
    if (!quarantine && !by) await this.quarantines.end(manager, [link.id], 'settled');
  }

  /** Says to the owner that an appeal was refused. */
  async tellRefused(manager: Transaction, emit: Emit, link: Link, by: Caller): Promise<void> {
    const short = await this.shortOf(manager, link);
    this.tell(emit, link, appealRefused.name, { link: short }, link.quarantine?.appeal?.created_at ?? '');
    this.record(emit, 'link_safety.appeal_refused', link, short, by);
  }

  async recordAppeal(manager: Transaction, emit: Emit, link: Link, by: Caller): Promise<void> {
    this.record(emit, 'link_safety.appeal_made', link, await this.shortOf(manager, link), by);
  }

  /** All entries that any address of a link is blocked by. */
  entriesOf(link: Link): KnownEntry[] {
    return addressesOf(link).flatMap((address) => this.blockList.find(address));
  }

  private async reasonsOf(manager: Transaction, link: Link): Promise<LinkQuarantine['reasons']> {
    const found = addressesOf(link).map((address) => ({ address, entries: this.blockList.find(address) }));
    if (found.every(({ entries }) => entries.length === 0)) return [];
    const released = await this.quarantines.releasedFrom(manager, link.id);
    return found.flatMap(({ address, entries }) => {
      // One is enough, the same as before where that still holds.
      const held = entries.filter(({ id }) => !released.has(id));
      const before = link.quarantine?.reasons.find((reason) => reason.address === address);
      const entry = held.find(({ id }) => id === before?.entry_id) ?? held[0];
      return entry ? [{ address, source: entry.source, threat: entry.threat, entry_id: entry.id }] : [];
    });
  }

  private async shortOf(manager: Transaction, link: Link): Promise<string> {
    const domain = await this.domains.findOf(link, manager);
    return this.addresses.shortUrl(domain, link.short_code).replace(/^https?:\/\//, '');
  }

  /** Guests' links are nobody's to tell of. */
  private tell(
    emit: Emit,
    { workspace_id, id }: Link,
    notification: string,
    variables: Record<string, string>,
    of: number | string,
  ): void {
    if (workspace_id === null) return;
    const cut = Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, text.slice(0, MOST_TOLD)]));
    emit(linksNotificationDue, { workspace_id, notification, key: `${notification}:${id}:${of}`, variables: cut });
  }

  private record(emit: Emit, action: AuditAction, { id }: Link, name: string, by: Caller | null): void {
    emit(linksAuditRecorded, auditRecord({ ...actBy(by), action, target: { kind: 'link', id, name } }));
  }
}
