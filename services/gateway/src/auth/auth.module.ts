import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { SignInStrategy } from './sign-in.strategy.js';

@Module({ controllers: [AuthController], providers: [SignInStrategy] })
export class AuthModule {}
