import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A browser that somebody has signed in with: whoever guesses elsewhere cannot lock it out. */
@Entity('known_devices')
export class KnownDevice {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'known_devices_pkey' })
  user_id: string;

  /** SHA-256 of the random number in the browser's cookie. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'known_devices_pkey' })
  device_hash: Buffer;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'known_devices_user_id_fkey' })
  user: Relation<User>;

  @Index('known_devices_last_used_at_idx')
  @Column('timestamptz', { default: () => 'now()' })
  last_used_at: Date;
}
