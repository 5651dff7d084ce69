import { Module } from '@nestjs/common';
import { BlockListController } from './block-list.controller.js';
import { BlockList } from './block-list.js';
import { BlockListRepository } from './block-list.repository.js';
import { BlockListService } from './block-list.service.js';

@Module({
  controllers: [BlockListController],
  providers: [BlockList, BlockListRepository, BlockListService],
  exports: [BlockList, BlockListRepository],
})
export class BlockListModule {}
