/** In place of a workspace or link that is not there. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A click as the table `clicks` has it. */
export interface ClickRow {
  event_id: string;
  /** `2026-01-31 23:59:59.123`, UTC. */
  clicked_at: string;
  /** NO_ID for a guest's link. */
  workspace_id: string;
  link_id: string;
  code: string;
  host: string;
  /** ISO 3166-1 alpha-2; empty where it is not known, as in the other fields. */
  country: string;
  city: string;
  device: string;
  browser: string;
  os: string;
  /** Host of the page with the link. */
  referer: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
  /** ISO 639, without region. */
  language: string;
  /** Unsigned 64 bit; the same for one visitor of one workspace on one UTC day. */
  visitor: string;
  signed_in: boolean;
  kind: string;
  kind_reason: string;
  /** What chose the destination. */
  rule: string;
  user_agent: string;
}

/** `2026-01-31T23:59:59.123Z` as ClickHouse takes it: its parameters drop the milliseconds of a Date. */
export const toClickHouseTime = (time: Date | string): string =>
  (typeof time === 'string' ? new Date(time) : time).toISOString().replace('T', ' ').replace('Z', '');
