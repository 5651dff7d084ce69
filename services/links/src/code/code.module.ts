import { Module } from '@nestjs/common';
import { CodeRepository } from './code.repository.js';
import { CodeService } from './code.service.js';

@Module({
  providers: [CodeRepository, CodeService],
  exports: [CodeRepository, CodeService],
})
export class CodeModule {}
