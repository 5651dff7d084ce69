import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { UtmTemplateController } from './utm-template.controller.js';
import { UtmTemplateRepository } from './utm-template.repository.js';
import { UtmTemplateService } from './utm-template.service.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [UtmTemplateController],
  providers: [UtmTemplateRepository, UtmTemplateService],
  exports: [UtmTemplateRepository],
})
export class UtmTemplateModule {}
