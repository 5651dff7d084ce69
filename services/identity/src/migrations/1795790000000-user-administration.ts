import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What stands on and under letters of Latin alphabets once they are taken apart: grave to horn, and dots, comma, cedilla, ogonek. */
const MARKS = '\\0300\\0301\\0302\\0303\\0304\\0306\\0307\\0308\\0309\\030A\\030B\\030C\\031B\\0323\\0326\\0327\\0328';

/**
 * Accounts may be suspended; and they are found by parts of address and name in small letters and without marks, as most people type
 * Vietnamese. The name in that form is kept with each account, as lists are in its order and one or two letters have to be looked for in all
 * of them; by a trigger, since the former release writes accounts, too.
 */
export class UserAdministration1795790000000 implements MigrationInterface {
  readonly name = 'UserAdministration1795790000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP CONSTRAINT users_status_check');
    await runner.query(`ALTER TABLE users
      ADD CONSTRAINT users_status_check CHECK (status IN ('active', 'disabled', 'suspended')) NOT VALID`);
    await runner.query('ALTER TABLE users ADD COLUMN folded_name text');
    await runner.query(`
      CREATE FUNCTION users_folded(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE WHEN octet_length($1) = length($1) THEN lower($1)
          ELSE lower(translate(normalize($1, NFD), U&'\\0111\\0110${MARKS}', 'dd')) END
      $$`);
    await runner.query(`
      CREATE FUNCTION users_fold_name() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.folded_name := users_folded(NEW.full_name);
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER users_fold_name BEFORE INSERT OR UPDATE OF full_name, folded_name ON users
      FOR EACH ROW EXECUTE FUNCTION users_fold_name()`);
  }

  /** The former release knows no suspended account: such a one stays shut. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER users_fold_name ON users');
    await runner.query('DROP FUNCTION users_fold_name()');
    await runner.query('ALTER TABLE users DROP COLUMN folded_name');
    await runner.query('DROP FUNCTION users_folded(text)');
    await runner.query(`UPDATE users SET status = 'disabled' WHERE status = 'suspended'`);
    await runner.query('ALTER TABLE users DROP CONSTRAINT users_status_check');
    await runner.query(`ALTER TABLE users ADD CONSTRAINT users_status_check CHECK (status IN ('active', 'disabled'))`);
  }
}
