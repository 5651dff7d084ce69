import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { [[Noun]] } from './[[noun]].entity.js';
import { [[Noun]]Repository } from './[[noun]].repository.js';
import { [[Noun]]Service } from './[[noun]].service.js';

@Module({
  imports: [TypeOrmModule.forFeature([[[Noun]]])],
  providers: [[[Noun]]Repository, [[Noun]]Service],
})
export class [[Noun]]Module {}
