import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** An address or a network that the API and the short links refuse. */
@Entity('blocked_addresses')
export class BlockedAddressRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'blocked_addresses_pkey' })
  id: string;

  @Index('blocked_addresses_address_key', { unique: true })
  @Column('text')
  address: string;

  @Column('text')
  reason: string;

  /** null: until somebody unblocks it. */
  @Index('blocked_addresses_expires_at_idx')
  @Column('timestamptz', { nullable: true })
  expires_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
