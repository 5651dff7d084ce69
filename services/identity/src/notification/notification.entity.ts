import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

/** Something that an account was told of. Its text is made when it is read, in the language of whoever reads it. */
@Entity('notifications')
@Index('notifications_user_id_idx', ['user_id', 'id'])
@Index('notifications_key_key', ['user_id', 'key'], { unique: true })
export class Notification {
  /** In the order of their creation. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notifications_pkey' })
  id: string;

  @Index('notifications_unread_idx', { where: 'read_at IS NULL' })
  @Column('uuid')
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'notifications_user_id_fkey' })
  user: Relation<User>;

  /** By which its sender names it: what is told again is there once. */
  @Column('text')
  key: string;

  /** Its name in the registry. */
  @Column('text')
  kind: string;

  @Column('jsonb')
  params: Record<string, string>;

  @Index('notifications_created_at_idx')
  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  read_at: Date | null;
}
