import { Module } from '@nestjs/common';
import { LinkPasswords } from './link-passwords.js';

@Module({ providers: [LinkPasswords], exports: [LinkPasswords] })
export class PasswordModule {}
