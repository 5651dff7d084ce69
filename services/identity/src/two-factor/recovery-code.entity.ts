import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { TwoFactor } from './two-factor.entity.js';

/** A code that works once in place of the authenticator's; its row goes with it. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  id: string;

  @Index('recovery_codes_user_id_idx')
  @Column('uuid')
  user_id: string;

  @ManyToOne(() => TwoFactor, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'recovery_codes_user_id_fkey' })
  two_factor: Relation<TwoFactor>;

  /** Its digest, sealed. */
  @Column('bytea')
  digest: Buffer;
}
