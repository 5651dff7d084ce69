import { type AccountState, userChanged } from '@linkway/contracts';
import { AppLogger, EventTail, type Periodic, periodic, type Tail } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { WorkspaceRepository } from './workspace.repository.js';
import { type Workspace, WorkspaceBook } from './workspace-book.js';

const REFRESH_EVERY_MS = 60_000;
/** After a start or a gap the projection may be behind: the table is looked at again after so long each. */
const AGAIN_MS = [2_000, 3_000, 10_000];

const workspaceOf = ({ workspace_id, status, own_visits, version }: AccountState): Workspace => ({
  workspace_id,
  is_shut: status !== 'active',
  ...(own_visits !== undefined && { own_visits }),
  version,
});

/** Lets events of accounts take effect in a book from now on. */
export const followWorkspaces = (book: WorkspaceBook, events: EventTail): Tail =>
  events.follow([userChanged], ({ account }) => account && book.apply(workspaceOf(account)));

/** Keeps the book of workspaces as the table and the events have it: all of it at the start, then what changes. */
@Injectable()
export class WorkspaceFollower implements OnModuleInit, OnModuleDestroy {
  private readonly refreshing: Periodic;
  private again: number[] = [];

  constructor(
    private readonly book: WorkspaceBook,
    workspaces: WorkspaceRepository,
    private readonly tail: EventTail,
    logger: AppLogger,
  ) {
    let since: string | null = null;
    const read = async () => {
      let now = since;
      for await (const changes of workspaces.changes(since)) {
        book.take(changes.changed);
        now = changes.now;
      }
      book.settle();
      since = now;
      return this.again.shift();
    };
    this.refreshing = periodic(REFRESH_EVERY_MS, read, { name: 'reading the workspaces', logger });
  }

  async onModuleInit(): Promise<void> {
    followWorkspaces(this.book, this.tail).onGap(() => void this.lookAgain());
    await this.lookAgain();
  }

  async onModuleDestroy(): Promise<void> {
    await this.refreshing.stop();
  }

  private lookAgain(): Promise<void> {
    this.again = [...AGAIN_MS];
    return this.refresh();
  }

  /** Takes over what changed in the table; where that cannot be read, what is in memory stands. */
  refresh(): Promise<void> {
    return this.refreshing.now();
  }
}
