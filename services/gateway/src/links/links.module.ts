import { Module } from '@nestjs/common';
import { Clicks } from './clicks.js';
import { LinksController } from './links.controller.js';

@Module({ controllers: [LinksController], providers: [Clicks] })
export class LinksModule {}
