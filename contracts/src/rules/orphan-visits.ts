/** Why a visit led nowhere. */
export const orphanReasons = [
  'unknown',
  'quarantined',
  'paused',
  'scheduled',
  'expired',
  'used_up',
  'wrong_domain',
  'password_wrong',
  'password_wait',
  'blocked',
  'flooding',
  'busy',
  'unavailable',
] as const;
export type OrphanReason = (typeof orphanReasons)[number];
