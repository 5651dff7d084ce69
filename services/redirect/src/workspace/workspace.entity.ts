import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The workspace of an account that an administrator ever changed, projected from the events of identity. */
@Entity('workspaces')
export class WorkspaceRow {
  @PrimaryColumn('uuid')
  workspace_id: string;

  /** `active`, or why its links are paused. */
  @Column('text')
  status: string;

  @Column('integer')
  version: number;
}
