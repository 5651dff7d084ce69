import { Module } from '@nestjs/common';
import { AvatarController } from './avatar.controller.js';
import { DevicesController } from './devices.controller.js';
import { ProfileController } from './profile.controller.js';
import { SettingsController } from './settings.controller.js';

/** What somebody asks of their own account, but for what opens it. */
@Module({ controllers: [AvatarController, DevicesController, ProfileController, SettingsController] })
export class AccountModule {}
