import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A guest's link that a workspace took over, for as long as clicks may arrive that it got before. Its row in `short_links` is the
 * workspace's like any other.
 */
@Entity('claimed_links')
export class ClaimedLink {
  @PrimaryColumn('uuid') link_id: string;
  @Column('uuid') workspace_id: string;
  /** Of the link: it has no clicks before. */
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') claimed_at: Date;
  /** How often analytics was asked to take its clicks over. */
  @Column('integer') copies: number;
  /** When it is to be asked again. */
  @Column('timestamptz') copy_at: Date;
}
