import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As in the index of searches before: somebody has to add the extensions, and may not be allowed to. */
const NOT_TO_BE_HAD = ['42501', '42704', '0A000'];
/** What stands on and under letters of Latin alphabets once they are taken apart: grave to horn, and dots, comma, cedilla, ogonek. */
const MARKS = '\\0300\\0301\\0302\\0303\\0304\\0306\\0307\\0308\\0309\\030A\\030B\\030C\\031B\\0323\\0326\\0327\\0328';

/**
 * Lets texts be found without their marks, as most people type Vietnamese: `chien dich` for `Chiến dịch`. The index of searches is made
 * anew over texts in small letters without marks, and takes the place of the former one: two of its size would slow every creation. A
 * process that still looks for the former one goes through the newest links. Texts of ASCII, which most destinations are, cost next to nothing.
 */
export class FoldSearch1795360000000 implements MigrationInterface {
  readonly name = 'FoldSearch1795360000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION links_folded(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE WHEN octet_length($1) = length($1) THEN lower($1)
          ELSE lower(translate(normalize($1, NFD), U&'\\0111\\0110${MARKS}', 'dd')) END
      $$`);
    try {
      await createIndexConcurrently(
        runner,
        'short_links_folded',
        `ON short_links USING gin (tenant_id,
           (lower(short_code) || E'\\n' || links_folded(original_url) || E'\\n' || links_folded(title)) gin_trgm_ops)
         WITH (gin_pending_list_limit = 1024) WHERE workspace_id IS NOT NULL`,
      );
    } catch (error) {
      if (!NOT_TO_BE_HAD.includes(String((error as { code?: unknown }).code))) throw error;
    }
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS short_links_search');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS short_links_folded');
    await runner.query('DROP FUNCTION links_folded(text)');
  }
}
