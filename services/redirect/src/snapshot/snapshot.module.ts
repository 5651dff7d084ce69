import { Module } from '@nestjs/common';
import { HostModule } from '../host/host.module.js';
import { RouteModule } from '../route/route.module.js';
import { WorkspaceModule } from '../workspace/workspace.module.js';
import { SnapshotKeeper } from './snapshot-keeper.js';

@Module({ imports: [RouteModule, HostModule, WorkspaceModule], providers: [SnapshotKeeper] })
export class SnapshotModule {}
