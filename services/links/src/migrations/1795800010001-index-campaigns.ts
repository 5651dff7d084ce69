import { createIndexConcurrently } from '@linkway/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The links of a campaign in the order of their list. A link that is in none is not in it. */
export class IndexCampaigns1795800010001 implements MigrationInterface {
  readonly name = 'IndexCampaigns1795800010001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'short_links_by_campaign',
      'ON short_links (tenant_id, campaign_id, created_at, id) WHERE campaign_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX short_links_by_campaign');
  }
}
