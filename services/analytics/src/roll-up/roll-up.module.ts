import { Module } from '@nestjs/common';
import { RollUpRepository } from './roll-up.repository.js';
import { RollUpService } from './roll-up.service.js';

@Module({ providers: [RollUpRepository, RollUpService], exports: [RollUpService] })
export class RollUpModule {}
