import { Module } from '@nestjs/common';
import { Clicks } from './clicks.js';
import { GuestController } from './guest.controller.js';
import { LinksController } from './links.controller.js';

@Module({ controllers: [LinksController, GuestController], providers: [Clicks] })
export class LinksModule {}
