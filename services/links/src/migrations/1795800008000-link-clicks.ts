import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A copy of what analytics counts, to put lists in order by: a row for each link that has clicks, and one for each other link of a workspace
 * that was put in that order, but for its last ones (`click_orders`). So a link is made without a row. Both ways are read backwards from
 * an index, with the newest of those that have as many clicks first.
 */
export class LinkClicks1795800008000 implements MigrationInterface {
  readonly name = 'LinkClicks1795800008000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE link_clicks (
        workspace_id uuid NOT NULL,
        link_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        clicks bigint NOT NULL,
        CONSTRAINT link_clicks_pkey PRIMARY KEY (workspace_id, link_id) INCLUDE (clicks),
        CONSTRAINT link_clicks_link FOREIGN KEY (workspace_id, link_id) REFERENCES short_links (tenant_id, id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX link_clicks_most ON link_clicks (workspace_id, clicks, created_at, link_id)');
    await runner.query('CREATE INDEX link_clicks_fewest ON link_clicks (workspace_id, (-clicks), created_at, link_id)');
    await runner.query(
      'CREATE INDEX link_clicks_by_time ON link_clicks (workspace_id, created_at, link_id) INCLUDE (clicks)',
    );
    await runner.query(`
      CREATE TABLE click_orders (
        workspace_id uuid NOT NULL,
        filled_at timestamptz(3) NOT NULL,
        filled_id uuid NOT NULL,
        CONSTRAINT click_orders_pkey PRIMARY KEY (workspace_id)
      )`);
    await runner.query(`
      CREATE TABLE click_copies (
        name text NOT NULL,
        told text,
        version bigint NOT NULL DEFAULT 0,
        as_of timestamptz,
        holder uuid,
        held_until timestamptz NOT NULL DEFAULT '-infinity',
        CONSTRAINT click_copies_pkey PRIMARY KEY (name)
      )`);
    await runner.query(`INSERT INTO click_copies (name) VALUES ('totals')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE click_copies');
    await runner.query('DROP TABLE click_orders');
    await runner.query('DROP TABLE link_clicks');
  }
}
