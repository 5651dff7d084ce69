import type { Migration } from '../migrator.js';

/**
 * Releases before this one could remove the rows of an addition that counted. Which ones cannot be told from the table, so every
 * day is added up again; until then its clicks are counted. Rows of former additions are dropped as days are added up.
 */
export const addDaysUpAnew: Migration = {
  id: '0003-click-day-runs-anew',
  statements: (on) => [`TRUNCATE TABLE IF EXISTS ${on.local('click_day_runs')}${on.onCluster}`],
};
