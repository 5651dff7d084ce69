import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { CapModule } from './cap/cap.module.js';
import { ClickModule } from './click/click.module.js';
import { ExplainModule } from './explain/explain.module.js';
import { HostRow } from './host/host.entity.js';
import { HostModule } from './host/host.module.js';
import { CreateRedirect1763600000000 } from './migrations/1763600000000-create-redirect.js';
import { IndexCappedRoutes1795302900000 } from './migrations/1795302900000-index-capped-routes.js';
import { AddRouteDocument1795310000000 } from './migrations/1795310000000-add-route-document.js';
import { FillRouteDocuments1795310000001 } from './migrations/1795310000001-fill-route-documents.js';
import { IndexCappedDocuments1795310000002 } from './migrations/1795310000002-index-capped-documents.js';
import { TellHostChanges1795310000003 } from './migrations/1795310000003-tell-host-changes.js';
import { IndexHostChanges1795310000004 } from './migrations/1795310000004-index-host-changes.js';
import { Workspaces1795790000020 } from './migrations/1795790000020-workspaces.js';
import { OwnVisits1795797000070 } from './migrations/1795797000070-own-visits.js';
import { TellLimits1795799000000 } from './migrations/1795799000000-tell-limits.js';
import { IndexWorkspaceChanges1795799000011 } from './migrations/1795799000011-index-workspace-changes.js';
import { OwnAddresses1795800000000 } from './migrations/1795800000000-own-addresses.js';
import { StripRouteDocuments1795803000000 } from './migrations/1795803000000-strip-route-documents.js';
import { RouteRow } from './route/route.entity.js';
import { RouteModule } from './route/route.module.js';
import { SnapshotModule } from './snapshot/snapshot.module.js';
import { VisitModule } from './visit/visit.module.js';
import { WorkspaceRow } from './workspace/workspace.entity.js';
import { WorkspaceModule } from './workspace/workspace.module.js';

@Module({
  imports: [
    DatabaseModule.forService({
      entities: [RouteRow, HostRow, WorkspaceRow],
      migrations: [
        CreateRedirect1763600000000,
        IndexCappedRoutes1795302900000,
        AddRouteDocument1795310000000,
        FillRouteDocuments1795310000001,
        IndexCappedDocuments1795310000002,
        TellHostChanges1795310000003,
        IndexHostChanges1795310000004,
        Workspaces1795790000020,
        OwnVisits1795797000070,
        TellLimits1795799000000,
        IndexWorkspaceChanges1795799000011,
        OwnAddresses1795800000000,
        StripRouteDocuments1795803000000,
      ],
    }),
    RouteModule,
    HostModule,
    WorkspaceModule,
    ClickModule,
    VisitModule,
    CapModule,
    ExplainModule,
    SnapshotModule,
  ],
})
export class AppModule {}
