import { Module } from '@nestjs/common';
import { Clicks } from './clicks.js';
import { GuestLinksController } from './guest-links.controller.js';
import { LinksController } from './links.controller.js';

@Module({ controllers: [GuestLinksController, LinksController], providers: [Clicks] })
export class LinksModule {}
