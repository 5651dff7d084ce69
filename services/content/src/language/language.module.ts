import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LanguageController } from './language.controller.js';
import { Language } from './language.entity.js';
import { LanguageRepository } from './language.repository.js';
import { LanguageService } from './language.service.js';
import { LanguageStates } from './language-state.js';
import { TranslationService } from './translation.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Language])],
  controllers: [LanguageController],
  providers: [LanguageRepository, LanguageStates, LanguageService, TranslationService],
})
export class LanguageModule {}
