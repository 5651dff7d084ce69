import { Module } from '@nestjs/common';
import { DomainAdminController } from './domain-admin.controller.js';

/** The domains of the platform. */
@Module({ controllers: [DomainAdminController] })
export class DomainsModule {}
