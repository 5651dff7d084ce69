import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The first answer to a request that carried an Idempotency-Key. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  /** Who used it: keys of others do not matter. */
  @PrimaryColumn('text') scope: string;
  @PrimaryColumn('text') key: string;
  /** SHA-256 of the request, its password left out. */
  @Column('text') request_hash: string;
  /** argon2id of the request's password: a fast hash of it would give it away. */
  @Column('text', { nullable: true }) password_hash: string | null;
  @Column('jsonb', { nullable: true }) reply: unknown;
  @Column('timestamptz') created_at: Date;
}
