import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A [[nounWords]] of a workspace. */
@Entity('[[table]]')
export class [[Noun]] {
  @PrimaryColumn('uuid', { name: 'workspace_id', primaryKeyConstraintName: '[[table]]_pkey' })
  workspaceId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: '[[table]]_pkey' })
  id: string;

  /** Who made it. */
  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  name: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
