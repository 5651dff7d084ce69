import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** What Google said of somebody, until they are signed in by it; then that its round trip is over. */
@Entity('google_sign_ins')
export class GoogleSignIn {
  /** SHA-256 of the ticket, which the browser has. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'google_sign_ins_pkey' })
  ticket_hash: Buffer;

  /** Of each round trip another one: what comes with it again is a repetition. */
  @Index('google_sign_ins_nonce_hash_key', { unique: true })
  @Column('bytea')
  nonce_hash: Buffer;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  /** Where Google has verified it. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  full_name: string | null;

  /** Before the round trip. */
  @Column('boolean')
  terms_accepted: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @Index('google_sign_ins_expires_at_idx')
  @Column('timestamptz')
  expires_at: Date;

  @Column('timestamptz', { nullable: true })
  used_at: Date | null;
}
