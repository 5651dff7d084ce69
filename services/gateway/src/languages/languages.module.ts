import { Module } from '@nestjs/common';
import { LanguageAdminController } from './language-admin.controller.js';
import { LanguagesController } from './languages.controller.js';
import { OfferedLanguages } from './offered-languages.js';

/** The languages of the web app. */
@Module({ controllers: [LanguagesController, LanguageAdminController], providers: [OfferedLanguages] })
export class LanguagesModule {}
