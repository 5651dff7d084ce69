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
  @Column('text')
  domain_name: string;

  /** US cents a month. */
  @Column('integer', { default: 0 })
  price: number;

  @Column('text', { default: '' })
  description: string;

  @Column('boolean', { default: true })
  is_active: boolean;

  @Column('boolean', { default: true })
  is_free: boolean;

  @Index('available_domains_main_key', { unique: true, where: 'sort_order = 0' })
  @Column('integer', { default: 999 })
  sort_order: number;

  /** Where the domain itself leads; null: to the web app. */
  @Column('text', { nullable: true })
  root_url: string | null;

  /** Where codes lead that no link has; null: to a page that says so. */
  @Column('text', { nullable: true })
  not_found_url: string | null;

  /** Where expired and used up links lead that have no address of their own for it; null: to a page that says so. */
  @Column('text', { nullable: true })
  expired_url: string | null;

  /** The MAIN_DOMAIN that named this row, so that a start changes it only when the configuration changed. */
  @Column('text', { nullable: true })
  configured_name: string | null;

  @Column('integer', { default: 1 })
  version: number;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
