import { Module } from '@nestjs/common';
import { KnownDeviceModule } from '../device/known-device.module.js';
import { UserModule } from '../user/user.module.js';
import { KnownHolder } from './known-holder.js';

@Module({
  imports: [KnownDeviceModule, UserModule],
  providers: [KnownHolder],
  exports: [KnownHolder],
})
export class HolderModule {}
