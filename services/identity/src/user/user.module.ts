import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Profile } from './profile.entity.js';
import { RepublishService } from './republish.service.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([User, Profile])],
  providers: [UserRepository, RepublishService],
  exports: [UserRepository],
})
export class UserModule {}
