import { Module } from '@nestjs/common';
import { CountryModule } from '../country/country.module.js';
import { HostModule } from '../host/host.module.js';
import { RouteModule } from '../route/route.module.js';
import { WorkspaceModule } from '../workspace/workspace.module.js';
import { ExplainController } from './explain.controller.js';
import { ExplainService } from './explain.service.js';

@Module({
  imports: [CountryModule, HostModule, RouteModule, WorkspaceModule],
  controllers: [ExplainController],
  providers: [ExplainService],
})
export class ExplainModule {}
