import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The workspace of an account that was ever changed, projected from the events of identity. */
@Entity('workspaces')
export class WorkspaceRow {
  @PrimaryColumn('uuid')
  workspace_id: string;

  /** `active`, or why its links are paused. */
  @Column('text')
  status: string;

  /** Digest of what the owner's browsers send, whose visits are not counted; null: all are. */
  @Column('text', { nullable: true })
  own_visits: string | null;

  @Column('integer')
  version: number;
}
