import { Column, CreateDateColumn, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The picture of an account. */
@Entity('avatars')
export class Avatar {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'avatars_pkey' })
  user_id: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'avatars_user_id_fkey' })
  user: Relation<User>;

  /** In its address: 128 random bits, and others for another picture. */
  @Index('avatars_key_key', { unique: true })
  @Column('text')
  key: string;

  /** A WebP square. */
  @Column('bytea')
  image: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
