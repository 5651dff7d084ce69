import { Module } from '@nestjs/common';
import { ReportModule } from '../report/report.module.js';
import { ThreatWatchModule } from '../threat/threat-watch.module.js';
import { UserModule } from '../user/user.module.js';
import { MaliciousLinkController } from './malicious-link.controller.js';
import { MaliciousLinkService } from './malicious-link.service.js';

@Module({
  imports: [ReportModule, ThreatWatchModule, UserModule],
  controllers: [MaliciousLinkController],
  providers: [MaliciousLinkService],
})
export class MaliciousLinkModule {}
