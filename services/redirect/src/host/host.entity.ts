import type { DomainAddresses } from '@linkway/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A platform domain, projected from the events of domains. */
@Entity('hosts')
export class HostRow {
  @PrimaryColumn('uuid')
  domain_id: string;

  /** Lower case, without port. */
  @Column('text')
  host: string;

  @Column('text')
  domain_name: string;

  @Column('boolean')
  is_active: boolean;

  @Column('integer')
  version: number;

  /** Its own addresses; null: it has none. */
  @Column('jsonb', { nullable: true })
  addresses: DomainAddresses | null;
}
