import { Global, Module } from '@nestjs/common';
import { ImpersonatedActs } from './impersonated-acts.js';
import { ImpersonationController } from './impersonation.controller.js';

@Global()
@Module({ controllers: [ImpersonationController], providers: [ImpersonatedActs], exports: [ImpersonatedActs] })
export class ImpersonationModule {}
