import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { UserRepublish } from './user.republish.js';
import { UserCopyController } from './user-copy.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, Profile])],
  controllers: [UserCopyController],
  providers: [UserRepository, UserRepublish],
  exports: [UserRepository],
})
export class UserModule {}
