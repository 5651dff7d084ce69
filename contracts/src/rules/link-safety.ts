/** Characters of one line of the block list; a longer address is no entry. */
export const MAX_BLOCK_ENTRY_LENGTH = 2_048;
/** Lines that one request brings; a longer list is sent in portions. */
export const MOST_BLOCK_ENTRIES = 1_000;
export const MAX_BLOCK_NOTE_LENGTH = 200;
export const MAX_APPEAL_LENGTH = 2_000;
export const MAX_SAFETY_ANSWER_LENGTH = 1_000;
export const MAX_REPORT_DETAILS_LENGTH = 2_000;
/** Reports of one network in a day. */
export const REPORTS_PER_DAY = 20;
/** After somebody decided. */
export const REPORTS_KEPT_DAYS = 180;

/** Who put an address on the block list: an administrator, by hand or over a report, or a provider of reputations. */
export const blockSources = ['admin', 'report', 'reputation'] as const;
export type BlockSource = (typeof blockSources)[number];

/** What a link is reported for. */
export const reportKinds = ['phishing', 'malware', 'spam', 'illegal', 'other'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** How much of an address an entry of the block list made of it covers. */
export const blockScopes = ['address', 'path', 'host'] as const;
export type BlockScope = (typeof blockScopes)[number];
