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
  /** `routeSchema` says what it is; null where it leads nowhere. */
  @Column('jsonb', { nullable: true }) route: unknown;
}
