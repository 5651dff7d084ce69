import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Code } from '../code/code.entity.js';
import { RouteController } from './route.controller.js';
import { RouteRepository } from './route.repository.js';
import { RouteRepublish } from './route.republish.js';
import { RouteService } from './route.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Code])],
  controllers: [RouteController],
  providers: [RouteRepository, RouteRepublish, RouteService],
})
export class RouteModule {}
