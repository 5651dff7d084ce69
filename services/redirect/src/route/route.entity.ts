import type { Route } from '@linkway/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link as the redirect needs it, projected from the events of links. A deleted one stays as a tombstone. */
@Entity('routes')
export class RouteRow {
  @PrimaryColumn('text')
  code: string;

  @PrimaryColumn('text')
  host: string;

  @Column('integer')
  version: number;

  @Column('boolean')
  deleted: boolean;

  @Column('uuid', { nullable: true })
  link_id: string | null;

  @Column('uuid', { nullable: true })
  workspace_id: string | null;

  @Column('text', { nullable: true })
  domain_name: string | null;

  @Column('text', { nullable: true })
  original_url: string | null;

  @Column('boolean', { nullable: true })
  is_active: boolean | null;

  @Column('text', { nullable: true })
  password_hash: string | null;

  @Column('timestamptz', { nullable: true })
  expires_at: Date | null;

  @Column('integer', { nullable: true })
  max_clicks: number | null;

  @Column('jsonb', { nullable: true })
  device_targeting: Route['device_targeting'];
}
