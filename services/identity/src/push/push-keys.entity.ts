import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The keys that this installation is known by to the push services of browsers: one row, made at the first start. */
@Entity('push_keys')
@Check('push_keys_id_check', 'id = 1')
export class PushKeysRow {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'push_keys_pkey', default: 1 })
  id: number;

  /** Base64url of the uncompressed point; what browsers subscribe with. */
  @Column('text')
  public_key: string;

  /** Sealed. */
  @Column('bytea')
  private_key: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
