import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a statement that finds in its middle that it must not be done fail with the reason, so that all of it is undone. */
export class RefuseInStatements1795340000000 implements MigrationInterface {
  readonly name = 'RefuseInStatements1795340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION links_refuse(reason text, detail text) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION USING ERRCODE = 'LK001', MESSAGE = reason, DETAIL = detail;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION links_refuse(text, text)');
  }
}
