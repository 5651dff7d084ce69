/**
 * What an export of one's own data has as lists, by the service that holds it: each list is a file of CSV and one of JSON, and these are
 * the names of its columns, in their order.
 */
export const exportedTables = {
  identity: {
    sessions: [
      'id',
      'browser',
      'os',
      'device_type',
      'user_agent',
      'ip_address',
      'created_at',
      'last_used_at',
      'expires_at',
      'ended_at',
    ],
    known_devices: ['last_used_at'],
    google_accounts: ['issuer', 'subject', 'linked_at', 'last_used_at'],
    api_keys: [
      'id',
      'key_name',
      'last_characters',
      'permissions',
      'domain_ids',
      'is_active',
      'expires_at',
      'created_at',
      'last_used_at',
    ],
    mails: ['id', 'mail', 'language', 'recipient', 'state', 'created_at'],
    push_browsers: ['id', 'endpoint', 'user_agent', 'created_at', 'last_success_at'],
    notifications: ['id', 'kind', 'params', 'created_at', 'read_at'],
  },
  links: {
    links: [
      'id',
      'short_url',
      'short_code',
      'host',
      'domain_id',
      'original_url',
      'title',
      'description',
      'tags',
      'has_password',
      'expires_at',
      'max_clicks',
      'device_targeting',
      'starts_at',
      'fallback_url',
      'hide_referrer',
      'query_passing',
      'countdown_seconds',
      'custom_preview',
      'system_targeting',
      'location_targeting',
      'is_cloaked',
      'deep_links',
      'trackers',
      'rules',
      'ab_test',
      'is_active',
      'created_at',
      'updated_at',
    ],
    reserved_codes: ['host', 'short_code', 'link_id', 'updated_at'],
    monthly_usage: ['month', 'links_created'],
    utm_templates: [
      'id',
      'name',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'created_at',
      'updated_at',
    ],
    webhooks: [
      'id',
      'url',
      'description',
      'events',
      'bot_clicks',
      'is_active',
      'disabled_reason',
      'failing_since',
      'dropped_count',
      'created_at',
      'updated_at',
    ],
  },
  analytics: {
    clicks: [
      'id',
      'clicked_at',
      'link_id',
      'short_code',
      'host',
      'country',
      'city',
      'device_type',
      'browser',
      'os',
      'language',
      'referer',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
      'signed_in',
      'kind',
      'kind_reason',
      'rule',
    ],
    account_history: [
      'id',
      'timestamp',
      'level',
      'action',
      'module',
      'by_me',
      'target_kind',
      'target_id',
      'target_name',
      'ip_address',
      'details',
    ],
  },
} as const;

export type ExportingService = keyof typeof exportedTables;
export type ExportedTable<S extends ExportingService> = keyof (typeof exportedTables)[S] & string;
type ColumnOf<
  S extends ExportingService,
  T extends ExportedTable<S>,
> = (typeof exportedTables)[S][T] extends readonly (infer C)[] ? C & string : never;

/** What a cell holds; a list or an object is written as JSON in CSV. */
export type ExportedCell =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly object[]
  | Readonly<Record<string, unknown>>;
/** A row of a list: no column may be forgotten. */
export type ExportedRow<S extends ExportingService, T extends ExportedTable<S>> = Record<ColumnOf<S, T>, ExportedCell>;
