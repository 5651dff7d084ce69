import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people report of links, gathered by link until somebody decides. A reporter is a digest of the day, which nobody can turn back. */
export class LinkReports1795800007002 implements MigrationInterface {
  readonly name = 'LinkReports1795800007002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE report_cases (
        id uuid PRIMARY KEY,
        link_id uuid NOT NULL,
        host text NOT NULL,
        code text NOT NULL,
        short_url text NOT NULL,
        state text NOT NULL DEFAULT 'open',
        reports integer NOT NULL DEFAULT 0,
        kinds jsonb NOT NULL DEFAULT '{}',
        first_at timestamptz NOT NULL DEFAULT now(),
        last_at timestamptz NOT NULL DEFAULT now(),
        decided_at timestamptz,
        decided_by uuid,
        note text NOT NULL DEFAULT '')`);
    await runner.query("CREATE UNIQUE INDEX report_cases_open ON report_cases (link_id) WHERE state = 'open'");
    await runner.query("CREATE INDEX report_cases_last ON report_cases (last_at DESC, id) WHERE state = 'open'");
    await runner.query(
      'CREATE INDEX report_cases_decided ON report_cases (decided_at DESC) WHERE decided_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE link_reports (
        id uuid PRIMARY KEY,
        case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
        kind text NOT NULL,
        details text NOT NULL,
        email text NOT NULL,
        reporter text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now())`);
    await runner.query('CREATE UNIQUE INDEX link_reports_once ON link_reports (case_id, reporter)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE link_reports');
    await runner.query('DROP TABLE report_cases');
  }
}
