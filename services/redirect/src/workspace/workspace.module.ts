import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkspaceConsumer } from './workspace.consumer.js';
import { WorkspaceRow } from './workspace.entity.js';
import { WorkspaceReadModel } from './workspace.read-model.js';
import { WorkspaceRepository } from './workspace.repository.js';
import { WorkspaceBook } from './workspace-book.js';
import { WorkspaceFollower } from './workspace-follower.js';

@Module({
  imports: [TypeOrmModule.forFeature([WorkspaceRow])],
  controllers: [WorkspaceConsumer],
  providers: [
    WorkspaceRepository,
    WorkspaceFollower,
    WorkspaceReadModel,
    { provide: WorkspaceBook, useFactory: () => new WorkspaceBook() },
  ],
  exports: [WorkspaceBook],
})
export class WorkspaceModule {}
