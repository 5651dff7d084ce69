import { Injectable } from '@nestjs/common';
import { insertSettings } from '../store/click.repository.js';
import { toClickHouseTime } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';

@Injectable()
export class DeletedAccountRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** However often it is told. */
  async add(workspaceId: string, deletedAt: Date): Promise<void> {
    await this.clickhouse.writer.insert({
      table: 'deleted_accounts',
      values: [{ workspace_id: workspaceId, deleted_at: toClickHouseTime(deletedAt) }],
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(''),
    });
  }

  async all(): Promise<string[]> {
    const found = await rows<{ workspace_id: string }>(
      this.clickhouse.background,
      'SELECT DISTINCT workspace_id FROM deleted_accounts ORDER BY workspace_id',
    );
    return found.map(({ workspace_id }) => workspace_id);
  }
}
