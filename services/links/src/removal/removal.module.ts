import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeletedWorkspace } from './deleted-workspace.entity.js';
import { RemovalConsumer } from './removal.consumer.js';
import { RemovalRepository } from './removal.repository.js';
import { WorkspaceRemover } from './workspace-remover.js';

/** What becomes of an account's links once it is deleted. */
@Module({
  imports: [TypeOrmModule.forFeature([DeletedWorkspace])],
  controllers: [RemovalConsumer],
  providers: [RemovalRepository, WorkspaceRemover],
})
export class RemovalModule {}
