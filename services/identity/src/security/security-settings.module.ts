import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockedAddressRow } from './blocked-address.entity.js';
import { BlockedAddressRepository } from './blocked-address.repository.js';
import { SecuritySettingsRow } from './security-settings.entity.js';
import { SecuritySettingsRepository } from './security-settings.repository.js';

/** What passwords are measured by; those who change it are in the centre's own module. */
@Module({
  imports: [TypeOrmModule.forFeature([SecuritySettingsRow, BlockedAddressRow])],
  providers: [BlockedAddressRepository, SecuritySettingsRepository],
  exports: [BlockedAddressRepository, SecuritySettingsRepository],
})
export class SecuritySettingsModule {}
