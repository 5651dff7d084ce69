import { Module } from '@nestjs/common';
import { Clicks } from './clicks.js';
import { ExampleController } from './example.controller.js';
import { GuestLinksController } from './guest-links.controller.js';
import { LinksController } from './links.controller.js';
import { SiteImagesController } from './site-images.controller.js';

@Module({
  controllers: [ExampleController, GuestLinksController, LinksController, SiteImagesController],
  providers: [Clicks],
})
export class LinksModule {}
