import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { DomainService } from './domain.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Domain])],
  providers: [DomainRepository, DomainService],
  exports: [DomainRepository, DomainService],
})
export class DomainModule {}
