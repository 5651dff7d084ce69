import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link as the redirect needs it, projected from the events of links. A deleted one stays as a tombstone. */
@Entity('routes')
export class RouteRow {
  @PrimaryColumn('text') code: string;
  @PrimaryColumn('text') host: string;
  @Column('integer') version: number;
  @Column('boolean') deleted: boolean;
  /** Beside the document, since links are looked for by them. */
  @Column('uuid', { nullable: true }) link_id: string | null;
  @Column('uuid', { nullable: true }) workspace_id: string | null;
  /** In a document it would take more room, and most of a plain link is this. */
  @Column('text', { nullable: true }) original_url: string | null;
  /** `routeSchema` says what it is, without what columns hold and what is null; null where it leads nowhere. */
  @Column('jsonb', { nullable: true }) route: unknown;
}
