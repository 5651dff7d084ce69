import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { NotifierModule } from '../notification/notifier.module.js';
import { SessionModule } from '../session/session.module.js';
import { ApiKeyController } from './api-key.controller.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { ApiKeyRequest } from './api-key-request.entity.js';
import { ApiKeyRequestRepository } from './api-key-request.repository.js';
import { KeyDomains } from './key-domains.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey, ApiKeyRequest]), AuditModule, NotifierModule, SessionModule],
  controllers: [ApiKeyController],
  providers: [ApiKeyRepository, ApiKeyRequestRepository, ApiKeyService, KeyDomains],
  exports: [ApiKeyRequestRepository, ApiKeyService],
})
export class ApiKeyModule {}
