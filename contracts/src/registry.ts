import * as accountDeletionCommands from './commands/account-deletion.js';
import * as analyticsCommands from './commands/analytics.js';
import * as auditLogCommands from './commands/audit-log.js';
import * as dataExportCommands from './commands/data-export.js';
import * as domainsCommands from './commands/domains.js';
import * as floodCommands from './commands/floods.js';
import * as identityCommands from './commands/identity.js';
import * as impersonationCommands from './commands/impersonation.js';
import * as languagesCommands from './commands/languages.js';
import * as linksCommands from './commands/links.js';
import * as mailCommands from './commands/mail.js';
import * as maliciousLinkCommands from './commands/malicious-links.js';
import * as orphanVisitsCommands from './commands/orphan-visits.js';
import * as republishCommands from './commands/republish.js';
import * as usersCommands from './commands/users.js';
import type { EndpointContract, EventContract, RpcContract, SignalContract } from './contract.js';
import { contentAuditRecorded } from './events/content/audit-recorded.v1.js';
import { domainsAuditRecorded } from './events/domains/audit-recorded.v1.js';
import { domainSaved } from './events/domains/domain-saved.v1.js';
import { accountClaimed } from './events/identity/account-claimed.v1.js';
import { identityAuditRecorded } from './events/identity/audit-recorded.v1.js';
import { securityChanged } from './events/identity/security-changed.v1.js';
import { sessionChanged } from './events/identity/session-changed.v1.js';
import { sessionEnded } from './events/identity/session-ended.v1.js';
import { userChanged } from './events/identity/user-changed.v1.js';
import { userDeleted } from './events/identity/user-deleted.v1.js';
import { userRegistered } from './events/identity/user-registered.v1.js';
import { linksAuditRecorded } from './events/links/audit-recorded.v1.js';
import { linkCreated } from './events/links/link-created.v1.js';
import { linkDeleted } from './events/links/link-deleted.v1.js';
import { linkUpdated } from './events/links/link-updated.v1.js';
import { linksNotificationDue } from './events/links/notification-due.v1.js';
import { linkLimitReached } from './events/redirect/limit-reached.v1.js';
import { linksClicked } from './events/redirect/links-clicked.v1.js';
import * as abTestsHttp from './http/ab-tests.js';
import * as accountDeletionHttp from './http/account-deletion.js';
import * as analyticsHttp from './http/analytics.js';
import * as apiKeysHttp from './http/api-keys.js';
import * as auditLogHttp from './http/audit-log.js';
import * as authHttp from './http/auth.js';
import * as avatarHttp from './http/avatar.js';
import * as blockedAddressesHttp from './http/blocked-addresses.js';
import * as bulkChangesHttp from './http/bulk-changes.js';
import * as campaignsHttp from './http/campaigns.js';
import * as dataExportHttp from './http/data-export.js';
import * as deploymentHttp from './http/deployment.js';
import * as domainAddressesHttp from './http/domain-addresses.js';
import * as domainsHttp from './http/domains.js';
import * as explanationsHttp from './http/explanations.js';
import * as googleHttp from './http/google.js';
import * as guestLinksHttp from './http/guest-links.js';
import * as impersonationHttp from './http/impersonation.js';
import * as languagesHttp from './http/languages.js';
import * as linkHistoryHttp from './http/link-history.js';
import * as linkReportsHttp from './http/link-reports.js';
import * as linkSafetyHttp from './http/link-safety.js';
import * as linksHttp from './http/links.js';
import * as mailHttp from './http/mail.js';
import * as notificationsHttp from './http/notifications.js';
import * as orphanVisitsHttp from './http/orphan-visits.js';
import * as profileHttp from './http/profile.js';
import * as pushHttp from './http/push.js';
import * as recoveryHttp from './http/recovery.js';
import * as scheduledChangesHttp from './http/scheduled-changes.js';
import * as securityHttp from './http/security.js';
import * as sessionsHttp from './http/sessions.js';
import * as settingsHttp from './http/settings.js';
import * as sitesHttp from './http/sites.js';
import * as tagsHttp from './http/tags.js';
import * as threatsHttp from './http/threats.js';
import * as twoFactorHttp from './http/two-factor.js';
import * as usersHttp from './http/users.js';
import * as utmTemplatesHttp from './http/utm-templates.js';
import * as webhooksHttp from './http/webhooks.js';
import * as analyticsQueries from './queries/analytics.js';
import * as auditLogQueries from './queries/audit-log.js';
import * as dataExportQueries from './queries/data-export.js';
import * as domainsQueries from './queries/domains.js';
import * as identityQueries from './queries/identity.js';
import * as languagesQueries from './queries/languages.js';
import * as linksQueries from './queries/links.js';
import * as readinessQueries from './queries/readiness.js';
import * as redirectQueries from './queries/redirect.js';
import * as securityQueries from './queries/security.js';
import * as usersQueries from './queries/users.js';
import * as analyticsSignals from './signals/analytics.js';
import * as gatewaySignals from './signals/gateway.js';
import * as linksSignals from './signals/links.js';

const ofKind = <T extends { kind: string }>(kind: T['kind'], ...modules: object[]): T[] =>
  modules
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is T => typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind,
    );

const http = [
  authHttp,
  explanationsHttp,
  googleHttp,
  sessionsHttp,
  profileHttp,
  avatarHttp,
  settingsHttp,
  notificationsHttp,
  pushHttp,
  twoFactorHttp,
  abTestsHttp,
  accountDeletionHttp,
  dataExportHttp,
  apiKeysHttp,
  utmTemplatesHttp,
  webhooksHttp,
  recoveryHttp,
  domainAddressesHttp,
  domainsHttp,
  linksHttp,
  guestLinksHttp,
  linkHistoryHttp,
  scheduledChangesHttp,
  bulkChangesHttp,
  campaignsHttp,
  linkReportsHttp,
  linkSafetyHttp,
  tagsHttp,
  sitesHttp,
  analyticsHttp,
  orphanVisitsHttp,
  mailHttp,
  usersHttp,
  impersonationHttp,
  auditLogHttp,
  securityHttp,
  blockedAddressesHttp,
  threatsHttp,
  languagesHttp,
  deploymentHttp,
];

/** Everything that is published, for the generated documents and the compatibility check. */
export const allEvents: EventContract[] = [
  contentAuditRecorded,
  domainsAuditRecorded,
  domainSaved,
  identityAuditRecorded,
  linkCreated,
  linkDeleted,
  linkLimitReached,
  linkUpdated,
  linksAuditRecorded,
  linksClicked,
  linksNotificationDue,
  securityChanged,
  sessionChanged,
  sessionEnded,
  userChanged,
  userDeleted,
  userRegistered,
  accountClaimed,
];

export const allSignals: SignalContract[] = ofKind<SignalContract>(
  'signal',
  analyticsSignals,
  gatewaySignals,
  linksSignals,
);

export const allRpcs: RpcContract[] = ofKind<RpcContract>(
  'rpc',
  ...http,
  analyticsQueries,
  auditLogQueries,
  dataExportQueries,
  domainsQueries,
  identityQueries,
  languagesQueries,
  linksQueries,
  readinessQueries,
  redirectQueries,
  securityQueries,
  usersQueries,
  accountDeletionCommands,
  analyticsCommands,
  auditLogCommands,
  dataExportCommands,
  floodCommands,
  orphanVisitsCommands,
  identityCommands,
  impersonationCommands,
  domainsCommands,
  languagesCommands,
  linksCommands,
  mailCommands,
  maliciousLinkCommands,
  republishCommands,
  usersCommands,
);

export const allEndpoints: EndpointContract[] = ofKind<EndpointContract>('endpoint', ...http);

/** What answers an operation that is passed on; null where the gateway has a controller for it. */
export function forwardedTo({ operationId, forward }: EndpointContract): RpcContract | null {
  if (!forward) return null;
  const rpc = allRpcs.find(({ subject }) => subject === forward.to);
  if (!rpc) throw new Error(`${operationId} is passed on to ${forward.to}, which no contract has`);
  return rpc;
}
