import { Column, CreateDateColumn, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The authenticator of an account: on, or set up and waiting for its first code. */
@Entity('two_factors')
@Index('two_factors_begun_at_idx', ['begun_at'], { where: 'enabled_at IS NULL' })
export class TwoFactor {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'two_factors_pkey' })
  user_id: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'two_factors_user_id_fkey' })
  user: Relation<User>;

  /** Sealed, as it has to be read again. */
  @Column('bytea')
  secret: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  begun_at: Date;

  /** null: no code of it was shown yet, and it is asked for nowhere. */
  @Column('timestamptz', { nullable: true })
  enabled_at: Date | null;

  /** The 30 seconds, counted from 1970, whose code was used last: neither that nor an earlier one is taken again. */
  @Column('integer', { nullable: true })
  last_used_step: number | null;
}
