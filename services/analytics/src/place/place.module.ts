import { Module } from '@nestjs/common';
import { GeoService } from './geo.service.js';
import { PlaceController } from './place.controller.js';

/** One for all who ask: its files take 60 to 70 MB each. */
@Module({ controllers: [PlaceController], providers: [GeoService], exports: [GeoService] })
export class PlaceModule {}
