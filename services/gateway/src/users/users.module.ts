import { Module } from '@nestjs/common';
import { UserCounts } from './user-counts.js';
import { UsersController } from './users.controller.js';

/** The administration of people. */
@Module({ controllers: [UsersController], providers: [UserCounts] })
export class UsersModule {}
