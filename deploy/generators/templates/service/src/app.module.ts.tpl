import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { [[Noun]] } from './[[noun]]/[[noun]].entity.js';
import { [[Noun]]Module } from './[[noun]]/[[noun]].module.js';
import { Create[[Nouns]][[timestamp]] } from './migrations/[[timestamp]]-create-[[nouns]].js';

@Module({
  imports: [
    DatabaseModule.forService({ entities: [[[Noun]]], migrations: [Create[[Nouns]][[timestamp]]] }),
    [[Noun]]Module,
  ],
})
export class AppModule {}
