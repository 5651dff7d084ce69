import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What links knows of a workspace, from identity's events. */
@Entity('workspaces')
export class Workspace {
  @PrimaryColumn('uuid') workspace_id: string;
  @Column('integer') monthly_links_limit: number;
  /** The plan; null: not heard of since it is kept. */
  @Column('text', { nullable: true }) subscription_type: 'basic' | 'premium' | null;
  /** Of links that are made without a domain; null: the main one. */
  @Column('uuid', { nullable: true }) default_domain: string | null;
  /** Since when links are deleted that have expired; null: they stay. */
  @Column('timestamptz', { nullable: true }) auto_delete_links_since: Date | null;
  @Column('integer') version: number;
}

/** Links that a workspace made in a month (`2026-01`); deleting a link does not give it back. */
@Entity('quota_usage')
export class QuotaUsage {
  @PrimaryColumn('uuid') workspace_id: string;
  @PrimaryColumn('text') month: string;
  @Column('integer') used: number;
}

/** Changes of a workspace, or of guests of a network (`net:…`), within an hour (`2026-01-31T09`, UTC). */
@Entity('change_usage')
export class ChangeUsage {
  @PrimaryColumn('text') key: string;
  @PrimaryColumn('text') hour: string;
  @Column('integer') used: number;
}

/** What the digests of a day are made with; once it is gone, nobody can tell whose they were. */
@Entity('guest_salts')
export class GuestSalt {
  @PrimaryColumn('text') day: string;
  @Column('bytea') salt: Buffer;
}

/**
 * Links that guests of one device (`device:…`) or one network (`net:…`, a digest) made on a day (`2026-01-31`). The former
 * release wrote networks as they are (`network:…`); those rows are turned into digests.
 */
@Entity('guest_usage')
export class GuestUsage {
  @PrimaryColumn('text') key: string;
  @PrimaryColumn('text') day: string;
  @Column('integer') used: number;
}
