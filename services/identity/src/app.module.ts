import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { AccountDeletionModule } from './account-deletion/account-deletion.module.js';
import { DeletedAccount } from './account-deletion/deleted-account.entity.js';
import { AccountLink } from './account-link/account-link.entity.js';
import { ApiKey } from './api-key/api-key.entity.js';
import { ApiKeyModule } from './api-key/api-key.module.js';
import { ApiKeyRequest } from './api-key/api-key-request.entity.js';
import { Attempt } from './attempt/attempt.entity.js';
import { AuditRepeat } from './audit/audit-repeat.entity.js';
import { Avatar } from './avatar/avatar.entity.js';
import { AvatarModule } from './avatar/avatar.module.js';
import { ConfirmationModule } from './confirmation/confirmation.module.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { KnownDevice } from './device/known-device.entity.js';
import { FloodModule } from './flood/flood.module.js';
import { GoogleModule } from './google/google.module.js';
import { GoogleAccount } from './google/google-account.entity.js';
import { GoogleSignIn } from './google/google-sign-in.entity.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { ImpersonationModule } from './impersonation/impersonation.module.js';
import { MailModule } from './mail/mail.module.js';
import { Mail } from './mail/queue/mail.entity.js';
import { SmtpSettings } from './mail/smtp/smtp-settings.entity.js';
import { EditedMailText } from './mail/template/mail-template.entity.js';
import { MailRequest } from './mail-request/mail-request.entity.js';
import { MaliciousLinkModule } from './malicious-link/malicious-link.module.js';
import { CreateAccounts1763600000000 } from './migrations/1763600000000-create-accounts.js';
import { IndexEndedSessions1795350000020 } from './migrations/1795350000020-index-ended-sessions.js';
import { KnownDevices1795700000000 } from './migrations/1795700000000-known-devices.js';
import { PasswordChanges1795720000000 } from './migrations/1795720000000-password-changes.js';
import { IndexOpenSessions1795730000000 } from './migrations/1795730000000-index-open-sessions.js';
import { Mails1795740000000 } from './migrations/1795740000000-mails.js';
import { AccountMails1795740000010 } from './migrations/1795740000010-account-mails.js';
import { MustChangePassword1795745000000 } from './migrations/1795745000000-must-change-password.js';
import { Avatars1795760000000 } from './migrations/1795760000000-avatars.js';
import { UserSettings1795770000000 } from './migrations/1795770000000-user-settings.js';
import { ChosenTimeZones1795770000010 } from './migrations/1795770000010-chosen-time-zones.js';
import { TwoFactors1795780000000 } from './migrations/1795780000000-two-factors.js';
import { UserAdministration1795790000000 } from './migrations/1795790000000-user-administration.js';
import { FillFoldedNames1795790000010 } from './migrations/1795790000010-fill-folded-names.js';
import { IndexUsers1795790000020 } from './migrations/1795790000020-index-users.js';
import { ApiKeys1795791000000 } from './migrations/1795791000000-api-keys.js';
import { AuditRepeats1795792000000 } from './migrations/1795792000000-audit-repeats.js';
import { GoogleAccounts1795793000000 } from './migrations/1795793000000-google-accounts.js';
import { AccountDeletion1795794000000 } from './migrations/1795794000000-account-deletion.js';
import { LinkSettings1795794500000 } from './migrations/1795794500000-link-settings.js';
import { SecuritySettings1795795000000 } from './migrations/1795795000000-security-settings.js';
import { BlockedAddresses1795795000010 } from './migrations/1795795000010-blocked-addresses.js';
import { EmailVerification1795795000020 } from './migrations/1795795000020-email-verification.js';
import { Impersonation1795795500000 } from './migrations/1795795500000-impersonation.js';
import { Threats1795796000010 } from './migrations/1795796000010-threats.js';
import { Notifications1795797000000 } from './migrations/1795797000000-notifications.js';
import { EmailNotifications1795797000010 } from './migrations/1795797000010-email-notifications.js';
import { Push1795797000020 } from './migrations/1795797000020-push.js';
import { AddedLanguage1795797000030 } from './migrations/1795797000030-added-language.js';
import { FloodReports1795797000050 } from './migrations/1795797000050-flood-reports.js';
import { OwnVisits1795797000060 } from './migrations/1795797000060-own-visits.js';
import { KeyDomains1795797000070 } from './migrations/1795797000070-key-domains.js';
import { GrowingDelays1795797000080 } from './migrations/1795797000080-growing-delays.js';
import { ApiKeyRequests1795797000170 } from './migrations/1795797000170-api-key-requests.js';
import { ConfirmedDevices1795797000180 } from './migrations/1795797000180-confirmed-devices.js';
import { IndexOverSessions1795797000200 } from './migrations/1795797000200-index-over-sessions.js';
import { Notification } from './notification/notification.entity.js';
import { NotificationModule } from './notification/notification.module.js';
import { PasswordChangeModule } from './password/password-change.module.js';
import { PasswordResetModule } from './password-reset/password-reset.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { Push } from './push/push.entity.js';
import { PushModule } from './push/push.module.js';
import { PushKeysRow } from './push/push-keys.entity.js';
import { PushSubscription } from './push/push-subscription.entity.js';
import { RegistrationModule } from './registration/registration.module.js';
import { CountedReport } from './report/counted-report.entity.js';
import { BlockedAddressRow } from './security/blocked-address.entity.js';
import { SecurityCentreModule } from './security/security-centre.module.js';
import { SecuritySettingsRow } from './security/security-settings.entity.js';
import { Session } from './session/session.entity.js';
import { SettingsModule } from './settings/settings.module.js';
import { UserSettings } from './settings/user-settings.entity.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SecurityCount } from './threat/security-count.entity.js';
import { ThreatRow } from './threat/threat.entity.js';
import { ThreatModule } from './threat/threat.module.js';
import { ThreatTally } from './threat/threat-tally.entity.js';
import { RecoveryCode } from './two-factor/recovery-code.entity.js';
import { TwoFactor } from './two-factor/two-factor.entity.js';
import { TwoFactorModule } from './two-factor/two-factor.module.js';
import { Profile } from './user/profile.entity.js';
import { User } from './user/user.entity.js';
import { UserAdministrationModule } from './user-administration/user-administration.module.js';

@Module({
  imports: [
    DatabaseModule.forService({
      entities: [
        User,
        Profile,
        Session,
        Attempt,
        KnownDevice,
        Avatar,
        UserSettings,
        Mail,
        SmtpSettings,
        EditedMailText,
        AccountLink,
        MailRequest,
        TwoFactor,
        RecoveryCode,
        ApiKey,
        ApiKeyRequest,
        AuditRepeat,
        GoogleAccount,
        GoogleSignIn,
        DeletedAccount,
        SecuritySettingsRow,
        BlockedAddressRow,
        ThreatRow,
        ThreatTally,
        SecurityCount,
        CountedReport,
        Notification,
        PushKeysRow,
        PushSubscription,
        Push,
      ],
      migrations: [
        CreateAccounts1763600000000,
        IndexEndedSessions1795350000020,
        KnownDevices1795700000000,
        PasswordChanges1795720000000,
        IndexOpenSessions1795730000000,
        Mails1795740000000,
        AccountMails1795740000010,
        MustChangePassword1795745000000,
        Avatars1795760000000,
        UserSettings1795770000000,
        ChosenTimeZones1795770000010,
        TwoFactors1795780000000,
        UserAdministration1795790000000,
        FillFoldedNames1795790000010,
        IndexUsers1795790000020,
        ApiKeys1795791000000,
        AuditRepeats1795792000000,
        GoogleAccounts1795793000000,
        AccountDeletion1795794000000,
        LinkSettings1795794500000,
        SecuritySettings1795795000000,
        BlockedAddresses1795795000010,
        EmailVerification1795795000020,
        Impersonation1795795500000,
        Threats1795796000010,
        Notifications1795797000000,
        EmailNotifications1795797000010,
        Push1795797000020,
        AddedLanguage1795797000030,
        FloodReports1795797000050,
        OwnVisits1795797000060,
        KeyDomains1795797000070,
        GrowingDelays1795797000080,
        ApiKeyRequests1795797000170,
        ConfirmedDevices1795797000180,
        IndexOverSessions1795797000200,
      ],
    }),
    RegistrationModule,
    SignInModule,
    GoogleModule,
    PasswordChangeModule,
    TwoFactorModule,
    ApiKeyModule,
    ProfileModule,
    AvatarModule,
    SettingsModule,
    MailModule,
    ConfirmationModule,
    PasswordResetModule,
    UserAdministrationModule,
    ImpersonationModule,
    AccountDeletionModule,
    DataExportModule,
    SecurityCentreModule,
    ThreatModule,
    FloodModule,
    MaliciousLinkModule,
    NotificationModule,
    PushModule,
    HousekeepingModule,
  ],
})
export class AppModule {}
