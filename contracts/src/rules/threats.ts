/** Threats that the security centre finds by rules. */
export const threatTypes = ['brute_force', 'spam', 'ddos', 'malicious_link', 'lock_out'] as const;
export type ThreatType = (typeof threatTypes)[number];

export const threatStatuses = ['active', 'investigating', 'resolved'] as const;
export type ThreatStatus = (typeof threatStatuses)[number];

export const threatSeverities = ['medium', 'high', 'critical'] as const;
export type ThreatSeverity = (typeof threatSeverities)[number];

/**
 * So many acts within so many seconds begin a threat. `brute_force`: wrong passwords from one network, of whichever accounts;
 * `spam`: accounts opened from one network; `ddos`: requests and visits of one network that its limits refuse; `malicious_link`:
 * links that mean harm and were refused, of one account, or of guests of one network; `lock_out`: one account that takes no more passwords
 * from somewhere.
 */
export const THREAT_RULES: Readonly<Record<ThreatType, { count: number; seconds: number }>> = {
  brute_force: { count: 20, seconds: 15 * 60 },
  spam: { count: 20, seconds: 60 * 60 },
  ddos: { count: 2_000, seconds: 5 * 60 },
  malicious_link: { count: 20, seconds: 60 * 60 },
  lock_out: { count: 1, seconds: 60 * 60 },
};
/** What comes again within so many hours adds to the threat that is there, unless it is resolved. */
export const THREAT_QUIET_HOURS = 24;
export const THREATS_KEPT_DAYS = 90;

const HIGH_FACTOR = 5;
const CRITICAL_FACTOR = 20;

/** By how far the count is beyond the rule's own. */
export function threatSeverity(type: ThreatType, count: number): ThreatSeverity {
  const times = count / THREAT_RULES[type].count;
  if (times >= CRITICAL_FACTOR) return 'critical';
  return times >= HIGH_FACTOR ? 'high' : 'medium';
}

/** Mails about single threats, to each administrator; what is more is told together, once an hour. */
export const MOST_THREAT_ALERTS_AN_HOUR = 10;
