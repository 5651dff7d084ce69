import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DomainController } from './domain.controller.js';
import { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { DomainRepublish } from './domain.republish.js';
import { DomainService } from './domain.service.js';
import { DomainAddressService } from './domain-address.service.js';
import { DomainCopyController } from './domain-copy.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Domain])],
  controllers: [DomainController, DomainCopyController],
  providers: [DomainAddressService, DomainRepository, DomainRepublish, DomainService],
})
export class DomainModule {}
