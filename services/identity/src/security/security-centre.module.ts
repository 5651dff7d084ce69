import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionModule } from '../session/session.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UserModule } from '../user/user.module.js';
import { AdministratorSession } from './administrator-session.js';
import { BlockedAddressController } from './blocked-address.controller.js';
import { BlockedAddressService } from './blocked-address.service.js';
import { SecurityNews } from './security-news.js';
import { SecuritySettingsController } from './security-settings.controller.js';
import { SecuritySettingsModule } from './security-settings.module.js';
import { SecuritySettingsService } from './security-settings.service.js';

@Module({
  imports: [AuditModule, MailModule, SecuritySettingsModule, SessionModule, TwoFactorModule, UserModule],
  controllers: [BlockedAddressController, SecuritySettingsController],
  providers: [AdministratorSession, BlockedAddressService, SecurityNews, SecuritySettingsService],
  exports: [AdministratorSession, BlockedAddressService],
})
export class SecurityCentreModule {}
