import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A code on a host, reserved for ever by whoever took it first. `version` grows with every change of what it leads to and
 * is never reset, so that readers can tell older news of a code from newer, across deletion and re-use.
 */
@Entity('codes')
export class Code {
  @PrimaryColumn('text') code: string;
  /** Lower case, without port; `*` for any host. */
  @PrimaryColumn('text') host: string;
  /** null: a guest took it; nobody else gets it again. */
  @Column('uuid', { nullable: true }) workspace_id: string | null;
  /** The link it leads to, or led to last. */
  @Column('uuid') link_id: string;
  /** Whether it leads there; where not, it waits for its workspace or its link. */
  @Column('boolean') is_live: boolean;
  @Column('integer') version: number;
  @Column('timestamptz') updated_at: Date;
}
