import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The domains that an API key is limited to; null: none, it is for all. */
export class KeyDomains1795797000070 implements MigrationInterface {
  readonly name = 'KeyDomains1795797000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys ADD COLUMN domain_ids uuid[],
        ADD CONSTRAINT api_keys_domain_ids_check CHECK (cardinality(domain_ids) BETWEEN 1 AND 50)`);
  }

  // A key that was limited must not come back as one for everything: the release before finds none under these digests.
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN domain_ids');
  }
}
