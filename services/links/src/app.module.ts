import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { CampaignModule } from './campaign/campaign.module.js';
import { ClaimModule } from './claim/claim.module.js';
import { ClaimedLink } from './claim/claimed-link.entity.js';
import { Code } from './code/code.entity.js';
import { DataExportModule } from './data-export/data-export.module.js';
import { Domain } from './domain/domain.entity.js';
import { DomainCopyModule } from './domain/domain-copy.module.js';
import { ExampleModule } from './example/example.module.js';
import { ExpiredDeletion } from './expiry/expired-deletion.entity.js';
import { ExpiryModule } from './expiry/expiry.module.js';
import { GuestLinkModule } from './guest-link/guest-link.module.js';
import { HistoryModule } from './history/history.module.js';
import { IdempotencyKey } from './idempotency/idempotency.entity.js';
import { Link } from './link/link.entity.js';
import { LinkModule } from './link/link.module.js';
import { CreateLinks1763600000000 } from './migrations/1763600000000-create-links.js';
import { BoundChanges1763800000018 } from './migrations/1763800000018-bound-changes.js';
import { IndexRoutes1764220000001 } from './migrations/1764220000001-index-routes.js';
import { RefuseInStatements1795340000000 } from './migrations/1795340000000-refuse-in-statements.js';
import { RememberKeptLinks1795350000000 } from './migrations/1795350000000-remember-kept-links.js';
import { IndexMoves1795350000001 } from './migrations/1795350000001-index-moves.js';
import { CountLinks1795350000010 } from './migrations/1795350000010-count-links.js';
import { FillLinkCounts1795350000011 } from './migrations/1795350000011-fill-link-counts.js';
import { IndexLists1795350000012 } from './migrations/1795350000012-index-lists.js';
import { IndexSearch1795350000013 } from './migrations/1795350000013-index-search.js';
import { FoldSearch1795360000000 } from './migrations/1795360000000-fold-search.js';
import { ClaimLinks1795370000000 } from './migrations/1795370000000-claim-links.js';
import { DeletedWorkspaces1795794000000 } from './migrations/1795794000000-deleted-workspaces.js';
import { LinkSettings1795794600000 } from './migrations/1795794600000-link-settings.js';
import { IndexExpiry1795794600001 } from './migrations/1795794600001-index-expiry.js';
import { ExpiredDeletions1795797000000 } from './migrations/1795797000000-expired-deletions.js';
import { Webhooks1795798000000 } from './migrations/1795798000000-webhooks.js';
import { HoldDeliveries1795799000000 } from './migrations/1795799000000-hold-deliveries.js';
import { IndexDeliveries1795799000001 } from './migrations/1795799000001-index-deliveries.js';
import { TellClicksAndLimits1795799000002 } from './migrations/1795799000002-tell-clicks-and-limits.js';
import { NoteLimitsAsSent1795799000011 } from './migrations/1795799000011-note-limits-as-sent.js';
import { IndexClickDeliveries1795799000012 } from './migrations/1795799000012-index-click-deliveries.js';
import { ClickPositionsByTime1795799000101 } from './migrations/1795799000101-click-positions-by-time.js';
import { SpanAndPassage1795800000000 } from './migrations/1795800000000-span-and-passage.js';
import { PagesBefore1795800000001 } from './migrations/1795800000001-pages-before.js';
import { LinkTags1795800000100 } from './migrations/1795800000100-link-tags.js';
import { IndexTags1795800000101 } from './migrations/1795800000101-index-tags.js';
import { Targeting1795800000200 } from './migrations/1795800000200-targeting.js';
import { Rules1795800001000 } from './migrations/1795800001000-rules.js';
import { Cloaked1795800003000 } from './migrations/1795800003000-cloaked.js';
import { DeepLinks1795800003001 } from './migrations/1795800003001-deep-links.js';
import { Trackers1795800003002 } from './migrations/1795800003002-trackers.js';
import { Destinations1795800004000 } from './migrations/1795800004000-destinations.js';
import { AbTest1795800005000 } from './migrations/1795800005000-ab-test.js';
import { LinkVersions1795800006000 } from './migrations/1795800006000-link-versions.js';
import { ScheduledChanges1795800006001 } from './migrations/1795800006001-scheduled-changes.js';
import { BlockList1795800007000 } from './migrations/1795800007000-block-list.js';
import { Quarantines1795800007001 } from './migrations/1795800007001-quarantines.js';
import { LinkReports1795800007002 } from './migrations/1795800007002-link-reports.js';
import { AddressChecks1795800007003 } from './migrations/1795800007003-address-checks.js';
import { LinkClicks1795800008000 } from './migrations/1795800008000-link-clicks.js';
import { UtmTemplates1795800008001 } from './migrations/1795800008001-utm-templates.js';
import { KeepInRows1795800009000 } from './migrations/1795800009000-keep-in-rows.js';
import { IndexTimes1795800009001 } from './migrations/1795800009001-index-times.js';
import { Campaigns1795800010000 } from './migrations/1795800010000-campaigns.js';
import { IndexCampaigns1795800010001 } from './migrations/1795800010001-index-campaigns.js';
import { IndexGuestLinks1795800011000 } from './migrations/1795800011000-index-guest-links.js';
import { GuestSweeps1795800011001 } from './migrations/1795800011001-guest-sweeps.js';
import { IndexTagsApart1795800012000 } from './migrations/1795800012000-index-tags-apart.js';
import { QuarantineModule } from './quarantine/quarantine.module.js';
import { ChangeUsage, GuestSalt, GuestUsage, QuotaUsage, Workspace } from './quota/quota.entity.js';
import { DeletedWorkspace } from './removal/deleted-workspace.entity.js';
import { RemovalModule } from './removal/removal.module.js';
import { ReportModule } from './report/report.module.js';
import { ReputationModule } from './reputation/reputation.module.js';
import { RouteModule } from './route/route.module.js';
import { ScheduleModule } from './schedule/schedule.module.js';
import { SiteModule } from './site/site.module.js';
import { UtmTemplateModule } from './utm-template/utm-template.module.js';
import { Webhook } from './webhook/webhook.entity.js';
import { WebhookModule } from './webhook/webhook.module.js';
import { WebhookDelivery } from './webhook/webhook-delivery.entity.js';

@Module({
  imports: [
    DatabaseModule.forService({
      entities: [
        Link,
        Code,
        ClaimedLink,
        Domain,
        Workspace,
        QuotaUsage,
        GuestUsage,
        ChangeUsage,
        GuestSalt,
        IdempotencyKey,
        DeletedWorkspace,
        Webhook,
        WebhookDelivery,
        ExpiredDeletion,
      ],
      migrations: [
        CreateLinks1763600000000,
        BoundChanges1763800000018,
        IndexRoutes1764220000001,
        RefuseInStatements1795340000000,
        RememberKeptLinks1795350000000,
        IndexMoves1795350000001,
        CountLinks1795350000010,
        FillLinkCounts1795350000011,
        IndexLists1795350000012,
        IndexSearch1795350000013,
        FoldSearch1795360000000,
        ClaimLinks1795370000000,
        DeletedWorkspaces1795794000000,
        LinkSettings1795794600000,
        IndexExpiry1795794600001,
        Webhooks1795798000000,
        ExpiredDeletions1795797000000,
        HoldDeliveries1795799000000,
        IndexDeliveries1795799000001,
        TellClicksAndLimits1795799000002,
        NoteLimitsAsSent1795799000011,
        IndexClickDeliveries1795799000012,
        ClickPositionsByTime1795799000101,
        SpanAndPassage1795800000000,
        PagesBefore1795800000001,
        LinkTags1795800000100,
        IndexTags1795800000101,
        Targeting1795800000200,
        Destinations1795800004000,
        Cloaked1795800003000,
        DeepLinks1795800003001,
        Trackers1795800003002,
        Rules1795800001000,
        LinkClicks1795800008000,
        UtmTemplates1795800008001,
        KeepInRows1795800009000,
        IndexTimes1795800009001,
        AbTest1795800005000,
        LinkVersions1795800006000,
        ScheduledChanges1795800006001,
        BlockList1795800007000,
        Quarantines1795800007001,
        LinkReports1795800007002,
        AddressChecks1795800007003,
        Campaigns1795800010000,
        IndexCampaigns1795800010001,
        IndexGuestLinks1795800011000,
        GuestSweeps1795800011001,
        IndexTagsApart1795800012000,
      ],
    }),
    CampaignModule,
    ClaimModule,
    DataExportModule,
    DomainCopyModule,
    ExampleModule,
    ExpiryModule,
    GuestLinkModule,
    HistoryModule,
    LinkModule,
    QuarantineModule,
    RemovalModule,
    ReportModule,
    ReputationModule,
    RouteModule,
    ScheduleModule,
    SiteModule,
    UtmTemplateModule,
    WebhookModule,
  ],
})
export class AppModule {}
