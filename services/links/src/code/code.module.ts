import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Code } from './code.entity.js';
import { CodeRepository } from './code.repository.js';
import { CodeService } from './code.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Code])],
  providers: [CodeRepository, CodeService],
  exports: [CodeRepository, CodeService],
})
export class CodeModule {}
