/** So many versions of a link are kept, however old they are. */
export const LINK_VERSIONS_KEPT = 200;
/** Younger ones are kept beyond that, */
export const LINK_VERSIONS_KEPT_DAYS = 366;
/** but no more than so many. */
export const MOST_LINK_VERSIONS = 1_000;

/** Changes of one link that may be coming at once. */
export const MOST_SCHEDULED_CHANGES = 20;
export const MOST_SCHEDULE_AHEAD_DAYS = 366;
/** So long those that are over are told. */
export const SETTLED_CHANGES_KEPT_DAYS = 90;
