import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CodeModule } from '../code/code.module.js';
import { Link } from '../link/link.entity.js';
import { LinkModule } from '../link/link.module.js';
import { ExpiredLinks } from './expired-links.js';
import { ExpiredLinksRepository } from './expired-links.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([Link]), CodeModule, LinkModule],
  providers: [ExpiredLinks, ExpiredLinksRepository],
})
export class ExpiryModule {}
