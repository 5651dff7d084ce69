import { cancelAccountDeletionRpc, deleteUserRpc, requestAccountDeletionRpc } from './commands/account-deletion.js';
import { claimClicksRpc } from './commands/analytics.js';
import { beginAuditExportRpc, verifyAuditLogRpc } from './commands/audit-log.js';
import { beginDataExportRpc } from './commands/data-export.js';
import { changeDomainRpc } from './commands/domains.js';
import { reportFloodsRpc } from './commands/floods.js';
import {
  changePasswordRpc,
  deleteAvatarRpc,
  disableTwoFactorRpc,
  endOtherSessionsRpc,
  endSessionRpc,
  finishGoogleSignInRpc,
  keepGoogleSignInRpc,
  registerUserRpc,
  renewRecoveryCodesRpc,
  setAvatarRpc,
  setUpTwoFactorRpc,
  signInRpc,
  signOutRpc,
  updateProfileRpc,
  updateSettingsRpc,
  useApiKeyRpc,
} from './commands/identity.js';
import { endImpersonationRpc, recordImpersonatedActRpc, startImpersonationRpc } from './commands/impersonation.js';
import {
  addLanguageRpc,
  changeLanguageRpc,
  deleteLanguageRpc,
  importLanguageRpc,
  setLanguageTextRpc,
} from './commands/languages.js';
import { createLinkRpc, updateLinkRpc } from './commands/links.js';
import { sendMailRpc } from './commands/mail.js';
import { reportMaliciousLinksRpc } from './commands/malicious-links.js';
import { reportOrphanVisitsRpc } from './commands/orphan-visits.js';
import { updateUserRpc } from './commands/users.js';
import type { EventContract, RpcContract, SignalContract } from './contract.js';
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
import { changeFormerApiKeyRpc, createFormerApiKeyRpc } from './http/api-keys.js';
import {
  changedTotalsRpc,
  describeClicksRpc,
  guestLinkTotalsRpc,
  guestTotalsRpc,
  linkAnalyticsRpc,
  linkTotalsRpc,
  overviewRpc,
  placesRpc,
} from './queries/analytics.js';
import { auditLogPortionRpc } from './queries/audit-log.js';
import { analyticsExportPortionRpc, identityExportPortionRpc, linksExportPortionRpc } from './queries/data-export.js';
import { domainRangeRpc, domainVersionsRpc, listActiveDomainsRpc } from './queries/domains.js';
import {
  accountNamesRpc,
  accountRangeRpc,
  accountVersionsRpc,
  getAvatarRpc,
  getSessionRpc,
  listSessionsRpc,
} from './queries/identity.js';
import { exportLanguageRpc, languageTextsRpc, offeredLanguagesRpc } from './queries/languages.js';
import {
  getExampleRpc,
  getGuestLinksRpc,
  getGuestQuotaRpc,
  getLinkRpc,
  getLinksByIdsRpc,
  getQuotaRpc,
  getSiteImageRpc,
  listLinksRpc,
  resolveKeysRpc,
  resolveRoutesRpc,
  routeRangeRpc,
  routeVersionsRpc,
} from './queries/links.js';
import {
  analyticsReadinessRpc,
  contentReadinessRpc,
  domainsReadinessRpc,
  identityReadinessRpc,
  linksReadinessRpc,
  redirectReadinessRpc,
} from './queries/readiness.js';
import { linkUsageRpc } from './queries/redirect.js';
import { getSecurityPolicyRpc } from './queries/security.js';
import {
  accountStandingRangeRpc,
  accountStandingVersionsRpc,
  getUserRpc,
  listUsersRpc,
  shutAccountRangeRpc,
  shutAccountVersionsRpc,
  workspaceLinksRpc,
  workspaceTotalsRpc,
} from './queries/users.js';
import { allEndpoints, forwardedTo } from './registry.js';
import { clicksStored, totalsChanged } from './signals/analytics.js';
import { gatewayCounts } from './signals/gateway.js';
import { blockListChanged } from './signals/links.js';

/** What a service uses of others; its own events, commands and queries it has anyway. */
export interface ServiceDeclaration {
  readonly asks: readonly RpcContract[];
  /** What only its former release asks: its user may do so still, while both run. It goes with the next release. */
  readonly asked?: readonly RpcContract[];
  readonly reads: readonly EventContract[];
  readonly hears?: readonly SignalContract[];
}

/**
 * Every service, with what it asks and reads of the others. Its NATS user may do exactly that, so a new call or handler is declared here
 * first; a test compares this with the code. What the gateway passes on is declared by the operation's `forward`.
 */
export const services = {
  identity: { asks: [listActiveDomainsRpc, offeredLanguagesRpc], reads: [linksNotificationDue] },
  domains: { asks: [], reads: [] },
  content: { asks: [], reads: [] },
  links: {
    asks: [
      accountRangeRpc,
      accountVersionsRpc,
      changedTotalsRpc,
      claimClicksRpc,
      describeClicksRpc,
      domainRangeRpc,
      domainVersionsRpc,
      guestLinkTotalsRpc,
      listActiveDomainsRpc,
      reportMaliciousLinksRpc,
      sendMailRpc,
    ],
    reads: [
      accountClaimed,
      domainSaved,
      linkCreated,
      linkDeleted,
      linkLimitReached,
      linksClicked,
      linkUpdated,
      userChanged,
      userDeleted,
      userRegistered,
    ],
    hears: [blockListChanged, totalsChanged],
  },
  redirect: {
    asks: [
      accountStandingRangeRpc,
      accountStandingVersionsRpc,
      domainRangeRpc,
      domainVersionsRpc,
      getLinksByIdsRpc,
      getSecurityPolicyRpc,
      reportFloodsRpc,
      reportOrphanVisitsRpc,
      resolveKeysRpc,
      routeRangeRpc,
      routeVersionsRpc,
    ],
    asked: [resolveRoutesRpc, shutAccountRangeRpc, shutAccountVersionsRpc],
    reads: [domainSaved, linkCreated, linkDeleted, linkUpdated, securityChanged, userChanged],
  },
  analytics: {
    asks: [accountNamesRpc, getLinksByIdsRpc],
    reads: [
      contentAuditRecorded,
      domainsAuditRecorded,
      identityAuditRecorded,
      linksAuditRecorded,
      linksClicked,
      userDeleted,
    ],
  },
  gateway: {
    asks: [
      addLanguageRpc,
      analyticsExportPortionRpc,
      analyticsReadinessRpc,
      auditLogPortionRpc,
      beginAuditExportRpc,
      beginDataExportRpc,
      cancelAccountDeletionRpc,
      changeDomainRpc,
      changeLanguageRpc,
      changePasswordRpc,
      contentReadinessRpc,
      createLinkRpc,
      deleteAvatarRpc,
      deleteLanguageRpc,
      deleteUserRpc,
      disableTwoFactorRpc,
      domainsReadinessRpc,
      endImpersonationRpc,
      endOtherSessionsRpc,
      endSessionRpc,
      exportLanguageRpc,
      finishGoogleSignInRpc,
      importLanguageRpc,
      keepGoogleSignInRpc,
      languageTextsRpc,
      getAvatarRpc,
      getExampleRpc,
      getGuestLinksRpc,
      getGuestQuotaRpc,
      getLinkRpc,
      getLinksByIdsRpc,
      getQuotaRpc,
      getSecurityPolicyRpc,
      getSessionRpc,
      getSiteImageRpc,
      getUserRpc,
      guestTotalsRpc,
      identityExportPortionRpc,
      identityReadinessRpc,
      linkAnalyticsRpc,
      linksExportPortionRpc,
      linksReadinessRpc,
      linkTotalsRpc,
      linkUsageRpc,
      listLinksRpc,
      listSessionsRpc,
      listUsersRpc,
      offeredLanguagesRpc,
      overviewRpc,
      placesRpc,
      recordImpersonatedActRpc,
      redirectReadinessRpc,
      registerUserRpc,
      reportFloodsRpc,
      reportMaliciousLinksRpc,
      renewRecoveryCodesRpc,
      requestAccountDeletionRpc,
      setAvatarRpc,
      setLanguageTextRpc,
      setUpTwoFactorRpc,
      signInRpc,
      signOutRpc,
      startImpersonationRpc,
      updateLinkRpc,
      updateProfileRpc,
      updateSettingsRpc,
      updateUserRpc,
      workspaceLinksRpc,
      workspaceTotalsRpc,
      useApiKeyRpc,
      verifyAuditLogRpc,
      ...allEndpoints.flatMap((endpoint) => forwardedTo(endpoint) ?? []),
    ],
    asked: [changeFormerApiKeyRpc, createFormerApiKeyRpc],
    reads: [securityChanged, sessionChanged, sessionEnded, userChanged],
    hears: [clicksStored, gatewayCounts],
  },
} as const satisfies Record<string, ServiceDeclaration>;

export type DeclaredService = keyof typeof services;
export const declaredServices = Object.keys(services) as DeclaredService[];
export const isDeclaredService = (name: string): name is DeclaredService => Object.hasOwn(services, name);
