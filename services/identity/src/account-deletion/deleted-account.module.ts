import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeletedAccount } from './deleted-account.entity.js';
import { DeletedAccountRepository } from './deleted-account.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([DeletedAccount])],
  providers: [DeletedAccountRepository],
  exports: [DeletedAccountRepository],
})
export class DeletedAccountModule {}
