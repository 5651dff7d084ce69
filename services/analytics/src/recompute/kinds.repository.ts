import type { ClickHouse } from '../store/clickhouse.js';
import { rows } from '../store/clickhouse.js';

export interface JudgedAgent {
  user_agent: string;
  kind: string;
  kind_reason: string;
}

/** Announced prefetches and HEAD requests were told by the request, not by the user agent: they stay. */
const BY_AGENT = "kind != 'prefetch' AND kind_reason != 'method:HEAD'";

export class KindsRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Every stored user agent with the kinds that its clicks have. */
  agents(): Promise<JudgedAgent[]> {
    return rows(
      this.clickhouse.background,
      `SELECT DISTINCT user_agent, kind, kind_reason FROM clicks WHERE ${BY_AGENT}`,
    );
  }

  /** Gives all clicks of these user agents another kind; resolves when every replica has done it. */
  async judge(agents: readonly JudgedAgent[]): Promise<void> {
    const { engines } = this.clickhouse;
    await this.clickhouse.patient().command({
      query: `ALTER TABLE ${engines.local('clicks')}${engines.onCluster} UPDATE
          kind = transform(user_agent, {agents:Array(String)}, {kinds:Array(String)}, toString(kind)),
          kind_reason = transform(user_agent, {agents:Array(String)}, {reasons:Array(String)}, toString(kind_reason))
        WHERE user_agent IN {agents:Array(String)} AND ${BY_AGENT}`,
      query_params: {
        agents: agents.map((agent) => agent.user_agent),
        kinds: agents.map((agent) => agent.kind),
        reasons: agents.map((agent) => agent.kind_reason),
      },
      clickhouse_settings: { mutations_sync: '2' },
    });
  }
}
