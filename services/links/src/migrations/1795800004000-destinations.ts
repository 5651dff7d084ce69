import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is known of the pages that links lead to, by address, so that many links to one are one look at it; and their icons and pictures, each once,
 * however many pages show it. Nothing refers to links: creating one writes nothing here, and who uses an address is not written down.
 */
export class Destinations1795800004000 implements MigrationInterface {
  readonly name = 'Destinations1795800004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE destinations (
        digest bytea PRIMARY KEY,
        url text NOT NULL,
        host text NOT NULL,
        title text,
        icon_key text,
        picture_key text,
        final_url text,
        frame_policies text[] NOT NULL DEFAULT '{}',
        status integer,
        failure text,
        attempts integer NOT NULL DEFAULT 0,
        next_at timestamptz,
        looked_at timestamptz,
        used_at timestamptz NOT NULL DEFAULT now())`);
    await runner.query('CREATE INDEX destinations_waiting ON destinations (next_at) WHERE next_at IS NOT NULL');
    await runner.query('CREATE INDEX destinations_used ON destinations (used_at)');
    await runner.query('CREATE INDEX destinations_icons ON destinations (icon_key) WHERE icon_key IS NOT NULL');
    await runner.query(
      'CREATE INDEX destinations_pictures ON destinations (picture_key) WHERE picture_key IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE site_images (key text PRIMARY KEY, image bytea NOT NULL, kept_at timestamptz NOT NULL DEFAULT now())`);
    // They are as small as they can be made.
    await runner.query('ALTER TABLE site_images ALTER COLUMN image SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE site_images');
    await runner.query('DROP TABLE destinations');
  }
}
