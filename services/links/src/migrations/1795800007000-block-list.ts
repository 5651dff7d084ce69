import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Addresses that no link may lead to. What is taken off stays for a while as removed, with the version of that, so that processes which read what
 * is newer than they know hear of it. `block_list` has one row: whoever changes entries locks it, so versions are in the order of their commits.
 */
export class BlockList1795800007000 implements MigrationInterface {
  readonly name = 'BlockList1795800007000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE blocked_destinations (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        entry text NOT NULL,
        source text NOT NULL,
        provider text,
        threat text,
        note text NOT NULL DEFAULT '',
        created_by uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        removed_at timestamptz,
        is_taken_off boolean NOT NULL DEFAULT false,
        version bigint NOT NULL)`);
    await runner.query(
      'CREATE UNIQUE INDEX blocked_destinations_entry ON blocked_destinations (md5(entry), kind) WHERE removed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX blocked_destinations_taken_off ON blocked_destinations (md5(entry), kind) WHERE is_taken_off',
    );
    await runner.query('CREATE INDEX blocked_destinations_version ON blocked_destinations (version)');
    await runner.query(
      'CREATE INDEX blocked_destinations_newest ON blocked_destinations (created_at DESC, id) WHERE removed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX blocked_destinations_removed ON blocked_destinations (removed_at) WHERE removed_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE block_list (
        id smallint PRIMARY KEY CHECK (id = 1),
        version bigint NOT NULL DEFAULT 0,
        added_version bigint NOT NULL DEFAULT 0,
        added_at timestamptz NOT NULL DEFAULT now(),
        waiting_since timestamptz NOT NULL DEFAULT now(),
        looked_version bigint NOT NULL DEFAULT 0,
        looking_version bigint,
        after_tenant_id uuid,
        after_id uuid,
        leased_until timestamptz)`);
    await runner.query('INSERT INTO block_list (id) VALUES (1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE block_list');
    await runner.query('DROP TABLE blocked_destinations');
  }
}
