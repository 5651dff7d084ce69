import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What links knows of a platform domain, from the domains service's events. */
@Entity('domains')
export class Domain {
  @PrimaryColumn('uuid') id: string;
  /** With the port where it is not the usual one. */
  @Column('text') domain_name: string;
  @Column('boolean') is_active: boolean;
  @Column('boolean') is_free: boolean;
  @Column('integer') sort_order: number;
  /** 0: asked for, ahead of its first event. */
  @Column('integer') version: number;
}
