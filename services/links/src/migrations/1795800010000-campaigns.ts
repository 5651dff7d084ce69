import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links that belong together. One that was deleted stays as a row without a name until no link says that it is in it: links leave in portions,
 * and whoever puts one in at that very moment has looked before. `deleted_by` is who the links' history says it was.
 */
export class Campaigns1795800010000 implements MigrationInterface {
  readonly name = 'Campaigns1795800010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE campaigns (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        description text NOT NULL,
        status text NOT NULL,
        start_date date NOT NULL,
        end_date date NOT NULL,
        target_audience text NOT NULL,
        budget bigint NOT NULL,
        currency text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3),
        deleted_by jsonb,
        CONSTRAINT campaigns_pkey PRIMARY KEY (workspace_id, id),
        CONSTRAINT campaigns_dates CHECK (end_date >= start_date),
        CONSTRAINT campaigns_budget CHECK (budget >= 0)
      )`);
    await runner.query('CREATE INDEX campaigns_deleted ON campaigns (deleted_at) WHERE deleted_at IS NOT NULL');
    await runner.query('ALTER TABLE short_links ADD COLUMN campaign_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN campaign_id');
    await runner.query('DROP TABLE campaigns');
  }
}
