import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { KnownDeviceModule } from '../device/known-device.module.js';
import { SessionController } from './session.controller.js';
import { Session } from './session.entity.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Session]), AuditModule, KnownDeviceModule],
  controllers: [SessionController],
  providers: [SessionRepository, SessionService],
  exports: [SessionRepository, SessionService],
})
export class SessionModule {}
