import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeletedAccountModule } from '../account-deletion/deleted-account.module.js';
import { AccountNamesController } from './account-names.controller.js';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { UserRepublish } from './user.republish.js';
import { UserCopyController } from './user-copy.controller.js';

@Module({
  imports: [DeletedAccountModule, TypeOrmModule.forFeature([User, Profile])],
  controllers: [AccountNamesController, UserCopyController],
  providers: [UserRepository, UserRepublish],
  exports: [UserRepository],
})
export class UserModule {}
