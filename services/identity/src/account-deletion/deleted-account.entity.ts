import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** That there was an account, without anything of its owner: those who keep copies learn of its end by it, also when they come late. */
@Entity('deleted_accounts')
export class DeletedAccount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'deleted_accounts_pkey' })
  user_id: string;

  /** Above every one that it had. */
  @Column('integer')
  version: number;

  @Index('deleted_accounts_deleted_at_idx')
  @CreateDateColumn({ type: 'timestamptz' })
  deleted_at: Date;
}
