import {
  errorMessage,
  isErrorCode,
  type Locale,
  type MemberCaller,
  MOST_SCHEDULE_AHEAD_DAYS,
  MOST_SCHEDULED_CHANGES,
  type ScheduleChange,
  type ScheduledChange,
  scheduledChangeSchema,
} from '@linkway/contracts';
import { AppError, fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { author, toldAuthor } from '../history/changed-by.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import { LinkRepository, type OwnedLink } from '../link/link.repository.js';
import { LinkService } from '../link/link.service.js';
import { reachOf } from '../link/reach.js';
import { QuotaService } from '../quota/quota.service.js';
import { ScheduledChangeRepository, type ScheduledRow } from './scheduled-change.repository.js';
import { ScheduledChanges } from './scheduled-changes.js';

const DAY_MS = 86_400_000;

/** Plans changes of links. All throw `links.not_found` as reading the link does. */
@Injectable()
export class ScheduledChangeService {
  constructor(
    private readonly scheduled: ScheduledChangeRepository,
    private readonly links: LinkRepository,
    private readonly changes: LinkService,
    private readonly idempotency: IdempotencyService,
    private readonly quotas: QuotaService,
    private readonly worker: ScheduledChanges,
  ) {}

  async list(id: string, caller: MemberCaller, language: Locale): Promise<{ data: ScheduledChange[] }> {
    const link = await this.link(id, caller);
    const rows = await this.scheduled.list(link.workspace_id, link.id);
    return { data: rows.map((row) => told(row, language)) };
  }

  /** Throws `links.scheduled_*`, and what the change would throw if it were made now. It counts as a change. */
  async plan(
    id: string,
    { due_at, changes }: ScheduleChange,
    key: string | null,
    caller: MemberCaller,
  ): Promise<ScheduledChange> {
    const reply = scheduledChangeSchema;
    const repeatable: Repeatable<typeof reply> = {
      scope: `workspace:${caller.workspace_id}`,
      key,
      request: { schedule: { id, due_at, changes } },
      password: undefined,
      reply,
    };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;
    const reach = reachOf(caller);
    const link = await this.link(id, caller);
    const due = requireSoon(due_at);
    await this.changes.requirePossible(link, changes, reach);
    const planned = await this.idempotency.once(repeatable, null, async (manager) => {
      const locked = await this.links.lockOwned(manager, reach, id);
      if (!locked) throw new AppError('links.not_found');
      if ((await this.scheduled.countComing(manager, locked)) >= MOST_SCHEDULED_CHANGES)
        throw new AppError('links.scheduled_too_many');
      const place = { workspace_id: locked.workspace_id, link_id: locked.id, id: uuidv7() };
      const row = await this.scheduled.add(manager, place, due, changes, author());
      await this.quotas.takeChange(manager, locked.workspace_id);
      return told(row, 'en');
    });
    this.worker.soon(due);
    return planned;
  }

  /** Throws `links.scheduled_not_found`, and `links.scheduled_over` where it is done. */
  async cancel(id: string, changeId: string, caller: MemberCaller): Promise<void> {
    const link = await this.link(id, caller);
    const state = await this.scheduled.cancel({ workspace_id: link.workspace_id, link_id: link.id, id: changeId });
    if (state === null) throw new AppError('links.scheduled_not_found');
    if (state === 'done') throw new AppError('links.scheduled_over');
  }

  private async link(id: string, caller: MemberCaller): Promise<OwnedLink> {
    const link = await this.links.findOwned(reachOf(caller), id);
    if (!link) throw new AppError('links.not_found');
    return link;
  }
}

function requireSoon(dueAt: string, now = Date.now()): Date {
  const due = new Date(dueAt);
  if (due.getTime() <= now) throw fieldError('due_at', 'links.scheduled_in_past');
  if (due.getTime() > now + MOST_SCHEDULE_AHEAD_DAYS * DAY_MS) throw fieldError('due_at', 'links.scheduled_too_far');
  return due;
}

const told = (row: ScheduledRow, language: Locale): ScheduledChange => ({
  id: row.id,
  due_at: row.due_at.toISOString(),
  changes: row.changes,
  state: row.state,
  code: row.code,
  detail: row.code !== null && isErrorCode(row.code) ? errorMessage(row.code, language, row.params ?? {}) : null,
  by: toldAuthor(row.planned_by),
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
});
