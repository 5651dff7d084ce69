import { AppLogger } from '@linkway/platform';
import { configOfProcess } from './config.js';
import { KindsRepository } from './recompute/kinds.repository.js';
import { recomputeKinds } from './recompute/recompute-kinds.js';
import { RollUpRepository } from './roll-up/roll-up.repository.js';
import { ClickHouse } from './store/clickhouse.js';

// Run with the service's own environment: node dist/recompute-kinds.js
const config = configOfProcess();
const logger = AppLogger.create('analytics', 'recompute-kinds', config);
const clickhouse = await ClickHouse.open(config, logger);
try {
  const changed = await recomputeKinds(new KindsRepository(clickhouse), new RollUpRepository(clickhouse));
  logger.info('kinds recomputed', { user_agents: changed });
} finally {
  await clickhouse.close();
}
