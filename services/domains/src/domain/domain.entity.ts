import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A platform domain that links can be made on. The one with `sort_order` 0 is the main domain. */
@Entity('available_domains')
@Check('available_domains_price_check', 'price >= 0')
@Check('available_domains_free_check', 'price > 0 OR is_free')
@Check('available_domains_name_check', 'domain_name = lower(domain_name)')
export class Domain {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'available_domains_pkey' })
  id: string;

  @Index('available_domains_name_key', { unique: true })
  @Column('text', { name: 'domain_name' })
  domainName: string;

  /** US cents a month. */
  @Column('integer', { default: 0 })
  price: number;

  @Column('text', { default: '' })
  description: string;

  @Column('boolean', { name: 'is_active', default: true })
  isActive: boolean;

  @Column('boolean', { name: 'is_free', default: true })
  isFree: boolean;

  @Index('available_domains_main_key', { unique: true, where: 'sort_order = 0' })
  @Column('integer', { name: 'sort_order', default: 999 })
  sortOrder: number;

  /** The MAIN_DOMAIN that named this row, so that a start changes it only when the configuration changed. */
  @Column('text', { name: 'configured_name', nullable: true })
  configuredName: string | null;

  @Column('integer', { default: 1 })
  version: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
