import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SessionModule } from '../session/session.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { SecuritySettingsController } from './security-settings.controller.js';
import { SecuritySettingsModule } from './security-settings.module.js';
import { SecuritySettingsService } from './security-settings.service.js';

@Module({
  imports: [AuditModule, SecuritySettingsModule, SessionModule, TwoFactorModule],
  controllers: [SecuritySettingsController],
  providers: [SecuritySettingsService],
})
export class SecurityCentreModule {}
