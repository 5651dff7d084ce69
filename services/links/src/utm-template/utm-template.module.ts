import { Module } from '@nestjs/common';
import { UtmTemplateController } from './utm-template.controller.js';
import { UtmTemplateRepository } from './utm-template.repository.js';
import { UtmTemplateService } from './utm-template.service.js';

@Module({
  controllers: [UtmTemplateController],
  providers: [UtmTemplateRepository, UtmTemplateService],
  exports: [UtmTemplateRepository],
})
export class UtmTemplateModule {}
