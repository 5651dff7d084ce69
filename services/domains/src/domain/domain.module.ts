import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DomainController } from './domain.controller.js';
import { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { DomainService } from './domain.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Domain])],
  controllers: [DomainController],
  providers: [DomainRepository, DomainService],
})
export class DomainModule {}
