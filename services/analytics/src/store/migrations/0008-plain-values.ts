import type { Migration } from '../migrator.js';

/**
 * A value is a link, a page, a text of a campaign or a city: far more of them than a dictionary is good for. The former release reads and
 * writes plain text alike. Parts that stand are rewritten in the background, which nobody waits for: until then they are converted as they
 * are read.
 */
export const plainValues: Migration = {
  id: '0008-plain-values',
  statements: (on) => {
    const local = on.local('click_days');
    const alter = (table: string, type: string) =>
      `ALTER TABLE ${table}${on.onCluster} MODIFY COLUMN value ${type} SETTINGS alter_sync = 0`;
    return [
      alter(local, 'String CODEC(ZSTD(1))'),
      // A table over all shards has columns of its own, and stores nothing.
      ...(local === 'click_days' ? [] : [alter('click_days', 'String')]),
    ];
  },
};
