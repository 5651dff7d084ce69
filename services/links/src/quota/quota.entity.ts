import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What links knows of a workspace, from identity's events. */
@Entity('workspaces')
export class Workspace {
  @PrimaryColumn('uuid') workspace_id: string;
  @Column('integer') monthly_links_limit: number;
  @Column('integer') version: number;
}

/** Links that a workspace made in a month (`2026-01`); deleting a link does not give it back. */
@Entity('quota_usage')
export class QuotaUsage {
  @PrimaryColumn('uuid') workspace_id: string;
  @PrimaryColumn('text') month: string;
  @Column('integer') used: number;
}

/** Links that guests of one device (`device:…`) or one network (`network:…`) made on a day (`2026-01-31`). */
@Entity('guest_usage')
export class GuestUsage {
  @PrimaryColumn('text') key: string;
  @PrimaryColumn('text') day: string;
  @Column('integer') used: number;
}
