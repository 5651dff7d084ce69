import { Module } from '@nestjs/common';
import { DeploymentController } from './deployment.controller.js';
import { DeploymentService } from './deployment.service.js';

/** Whether the installation is ready, and what is set up of it. */
@Module({ controllers: [DeploymentController], providers: [DeploymentService] })
export class DeploymentModule {}
