import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionModule } from '../session/session.module.js';
import { UserModule } from '../user/user.module.js';
import { AvatarController } from './avatar.controller.js';
import { Avatar } from './avatar.entity.js';
import { AvatarRepository } from './avatar.repository.js';
import { AvatarService } from './avatar.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Avatar]), SessionModule, UserModule],
  controllers: [AvatarController],
  providers: [AvatarRepository, AvatarService],
  exports: [AvatarRepository],
})
export class AvatarModule {}
