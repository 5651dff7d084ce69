import { Module } from '@nestjs/common';
import { TagController } from './tag.controller.js';
import { TagRepository } from './tag.repository.js';
import { TagService } from './tag.service.js';

@Module({
  controllers: [TagController],
  providers: [TagRepository, TagService],
  exports: [TagService],
})
export class TagModule {}
