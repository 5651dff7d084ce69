import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountLink } from './account-link.entity.js';
import { AccountLinkRepository } from './account-link.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountLink])],
  providers: [AccountLinkRepository],
  exports: [AccountLinkRepository],
})
export class AccountLinkModule {}
