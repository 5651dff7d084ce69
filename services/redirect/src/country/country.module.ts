import { Module } from '@nestjs/common';
import { Countries } from './countries.js';

@Module({ providers: [Countries], exports: [Countries] })
export class CountryModule {}
