export const auditLevels = ['info', 'warning', 'error', 'success'] as const;
export type AuditLevel = (typeof auditLevels)[number];

/** Areas of the product that acts belong to. */
export const auditModules = [
  'auth',
  'two_factor',
  'api_keys',
  'webhooks',
  'users',
  'mail',
  'domains',
  'audit_log',
  'security',
] as const;
export type AuditModule = (typeof auditModules)[number];

/** What an act was done to. */
export const auditTargetKinds = [
  'user',
  'session',
  'api_key',
  'webhook',
  'mail_settings',
  'mail_text',
  'mail',
  'domain',
  'audit_log',
  'security_settings',
  'blocked_address',
  'threat',
] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

const of = <M extends AuditModule, L extends AuditLevel>(module: M, level: L) => ({ module, level });

/**
 * Every act that the audit log knows, with its module and level. Codes are stable: they are part of what the chain proves. What a newer
 * release records an older one stores as well, under the code alone.
 */
export const auditActions = {
  'account.registered': of('auth', 'success'),
  'account.email_confirmed': of('auth', 'success'),
  'account.google_linked': of('auth', 'warning'),
  'account.deletion_requested': of('auth', 'warning'),
  'account.deletion_cancelled': of('auth', 'info'),
  'account.deleted': of('auth', 'warning'),
  'account.data_exported': of('auth', 'warning'),
  'account.push_browser_added': of('auth', 'info'),
  'account.push_browser_removed': of('auth', 'info'),
  'account.locked_out': of('auth', 'error'),
  'session.signed_in': of('auth', 'success'),
  'session.refused': of('auth', 'warning'),
  'session.throttled': of('auth', 'error'),
  'session.signed_out': of('auth', 'info'),
  'session.ended': of('auth', 'info'),
  'password.changed': of('auth', 'success'),
  'password.refused': of('auth', 'warning'),
  'password.reset_requested': of('auth', 'info'),
  'password.reset': of('auth', 'success'),
  'two_factor.enabled': of('two_factor', 'success'),
  'two_factor.disabled': of('two_factor', 'warning'),
  'two_factor.recovery_codes_renewed': of('two_factor', 'info'),
  'two_factor.recovery_code_used': of('two_factor', 'warning'),
  'two_factor.code_refused': of('two_factor', 'warning'),
  'api_key.created': of('api_keys', 'success'),
  'api_key.changed': of('api_keys', 'info'),
  'api_key.enabled': of('api_keys', 'info'),
  'api_key.disabled': of('api_keys', 'warning'),
  'api_key.deleted': of('api_keys', 'warning'),
  'webhook.created': of('webhooks', 'success'),
  'webhook.changed': of('webhooks', 'info'),
  'webhook.enabled': of('webhooks', 'info'),
  'webhook.disabled': of('webhooks', 'warning'),
  'webhook.secret_rotated': of('webhooks', 'warning'),
  'webhook.deleted': of('webhooks', 'warning'),
  'user.first_admin_made': of('users', 'success'),
  'user.role_changed': of('users', 'warning'),
  'user.status_changed': of('users', 'warning'),
  'user.plan_changed': of('users', 'info'),
  'user.plan_ended': of('users', 'info'),
  'user.deleted': of('users', 'warning'),
  'user.impersonation_started': of('users', 'warning'),
  'user.impersonation_ended': of('users', 'info'),
  'user.impersonated_act': of('users', 'warning'),
  'mail.settings_changed': of('mail', 'warning'),
  'mail.text_changed': of('mail', 'info'),
  'mail.text_reset': of('mail', 'info'),
  'mail.test_sent': of('mail', 'success'),
  'mail.test_failed': of('mail', 'error'),
  'mail.inbox_mail_read': of('mail', 'info'),
  'domain.main_changed': of('domains', 'info'),
  'audit_log.exported': of('audit_log', 'info'),
  'audit_log.verified': of('audit_log', 'success'),
  'audit_log.found_broken': of('audit_log', 'error'),
  'security.settings_changed': of('security', 'warning'),
  'security.address_blocked': of('security', 'warning'),
  'security.address_unblocked': of('security', 'info'),
  'security.threat_status_changed': of('security', 'info'),
} as const satisfies Record<string, { module: AuditModule; level: AuditLevel }>;
export type AuditAction = keyof typeof auditActions;

/** In the order of their modules. */
export const auditActionCodes = Object.keys(auditActions) as AuditAction[];

/** Names of what an entry may tell beside who, what and where; each has a label in every language. Of an act's details a newer release may know more. */
export const auditDetailKeys = [
  'reason',
  'repeated',
  'since',
  'until',
  'service',
  'by',
  'with',
  'two_factor',
  'recovery_codes_left',
  'sessions',
  'sessions_ended',
  'last_characters',
  'permissions',
  'expires_at',
  'former_name',
  'from',
  'to',
  'subscription_type_from',
  'subscription_type_to',
  'monthly_links_limit_from',
  'monthly_links_limit_to',
  'subscription_end_date_from',
  'subscription_end_date_to',
  'changed',
  'host',
  'enabled',
  'events',
  'mail',
  'language',
  'format',
  'entries',
  'level',
  'module',
  'done_from',
  'done_before',
  'head_seq',
  'head_hash',
  'first_broken_seq',
  'fault',
  'missing',
  'noted_head',
  'noted_seq',
  'unreadable',
  'operation',
  'path',
] as const;
export type AuditDetailKey = (typeof auditDetailKeys)[number];
