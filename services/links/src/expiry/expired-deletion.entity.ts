import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Links of a workspace that were deleted as they had expired, until their owner is told how many. */
@Entity('expired_deletions')
export class ExpiredDeletion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'expired_deletions_pkey' })
  workspace_id: string;

  @Column('integer')
  links: number;
}
