import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Attempt } from './attempt.entity.js';
import { AttemptRepository } from './attempt.repository.js';
import { AttemptService } from './attempt.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Attempt])],
  providers: [AttemptRepository, AttemptService],
  exports: [AttemptRepository, AttemptService],
})
export class AttemptModule {}
