import type { MigrationInterface, QueryRunner } from 'typeorm';

const PORTION = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Of an account that was confirmed before, nobody can tell any more in which browser. Its holder is taken for its owner: else whoever gets
 * into a mailbox would switch off the second factor of everybody who had confirmed their address. In portions, so that nobody waits for
 * more than one of them.
 */
export class FillKnownHolders1795797000190 implements MigrationInterface {
  readonly name = 'FillKnownHolders1795797000190';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let last: string | undefined = BEFORE_ALL; last; ) {
      const filled: { id: string }[] = await runner.query(
        `WITH few AS (
           SELECT id FROM users WHERE id > $1 AND email_verified_at IS NOT NULL AND holder_proven_at IS NULL
           ORDER BY id LIMIT ${PORTION} FOR NO KEY UPDATE),
         filled AS (UPDATE users u SET holder_proven_at = u.email_verified_at FROM few WHERE u.id = few.id)
         SELECT id FROM few ORDER BY id DESC LIMIT 1`,
        [last],
      );
      last = filled[0]?.id;
    }
  }

  async down(): Promise<void> {}
}
