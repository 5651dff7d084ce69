import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A workspace whose account is gone. What it has here is removed, and looked for again for a while: a change may have been under way. */
@Entity('deleted_workspaces')
export class DeletedWorkspace {
  @PrimaryColumn('uuid')
  workspace_id: string;

  @Column('timestamptz')
  deleted_at: Date;

  /** When it is looked at next; whoever works on it puts it off meanwhile. */
  @Column('timestamptz')
  due_at: Date;
}
