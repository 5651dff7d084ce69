import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AvatarController } from './avatar.controller.js';
import { DeletionController } from './deletion.controller.js';
import { DevicesController } from './devices.controller.js';
import { ProfileController } from './profile.controller.js';
import { SettingsController } from './settings.controller.js';

/** What somebody asks of their own account, but for what opens it. */
@Module({
  imports: [AuthModule],
  controllers: [AvatarController, DeletionController, DevicesController, ProfileController, SettingsController],
})
export class AccountModule {}
