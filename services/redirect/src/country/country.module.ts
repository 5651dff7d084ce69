import { Module } from '@nestjs/common';
import { Cities } from './cities.js';
import { Countries } from './countries.js';

@Module({ providers: [Countries, Cities], exports: [Countries, Cities] })
export class CountryModule {}
