import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A [[nounWords]] of a workspace. */
@Entity('[[table]]')
export class [[Noun]] {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: '[[table]]_pkey' })
  workspace_id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: '[[table]]_pkey' })
  id: string;

  /** Who made it. */
  @Column('uuid')
  user_id: string;

  @Column('text')
  name: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
