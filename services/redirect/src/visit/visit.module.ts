import { FloodReporter } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { BlockedModule } from '../blocked/blocked.module.js';
import { LimitTeller } from '../cap/limit-teller.js';
import { ClickModule } from '../click/click.module.js';
import { CountryModule } from '../country/country.module.js';
import { HostModule } from '../host/host.module.js';
import { OrphanVisits } from '../orphan/orphan-visits.js';
import { AttemptRepository } from '../password/attempt.repository.js';
import { PasswordService } from '../password/password.service.js';
import { RouteModule } from '../route/route.module.js';
import { WorkspaceModule } from '../workspace/workspace.module.js';
import { AdmissionService } from './admission.service.js';
import { Outcomes } from './outcomes.js';
import { VisitService } from './visit.service.js';

@Module({
  imports: [BlockedModule, RouteModule, HostModule, WorkspaceModule, ClickModule, CountryModule],
  providers: [
    FloodReporter,
    OrphanVisits,
    VisitService,
    AdmissionService,
    LimitTeller,
    Outcomes,
    PasswordService,
    AttemptRepository,
  ],
})
export class VisitModule {}
