import type { Migration } from '../migrator.js';

/**
 * Totals of guests' links are kept from here on, which no look before has counted: every day is looked at once more, and counted from its
 * clicks until then.
 */
export const totalsOfGuests: Migration = {
  id: '0010-totals-of-guests',
  statements: (on) =>
    ['click_total_looks', 'click_day_totals'].map(
      (table) => `TRUNCATE TABLE IF EXISTS ${on.local(table)}${on.onCluster}`,
    ),
};
