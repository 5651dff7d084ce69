import { DatabaseModule } from '@linkway/platform';
import { Module } from '@nestjs/common';
import { Language } from './language/language.entity.js';
import { LanguageModule } from './language/language.module.js';
import { CreateLanguages1764400000000 } from './migrations/1764400000000-create-languages.js';

@Module({
  imports: [
    DatabaseModule.forService({ entities: [Language], migrations: [CreateLanguages1764400000000] }),
    LanguageModule,
  ],
})
export class AppModule {}
