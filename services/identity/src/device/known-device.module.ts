import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KnownDevice } from './known-device.entity.js';
import { KnownDeviceRepository } from './known-device.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([KnownDevice])],
  providers: [KnownDeviceRepository],
  exports: [KnownDeviceRepository],
})
export class KnownDeviceModule {}
