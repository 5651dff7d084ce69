import type { MigrationInterface, QueryRunner } from 'typeorm';

const PORTION = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Writes the names that accounts of before are found by, in portions, so that nobody waits for more than one of them. */
export class FillFoldedNames1795790000010 implements MigrationInterface {
  readonly name = 'FillFoldedNames1795790000010';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users VALIDATE CONSTRAINT users_status_check');
    for (let last: string | undefined = BEFORE_ALL; last; ) {
      const filled: { id: string }[] = await runner.query(
        `WITH few AS (
           SELECT id FROM users WHERE id > $1 AND folded_name IS NULL ORDER BY id LIMIT ${PORTION} FOR NO KEY UPDATE),
         filled AS (UPDATE users u SET folded_name = '' FROM few WHERE u.id = few.id)
         SELECT id FROM few ORDER BY id DESC LIMIT 1`,
        [last],
      );
      last = filled[0]?.id;
    }
  }

  async down(): Promise<void> {}
}
