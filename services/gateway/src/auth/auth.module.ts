import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { Entrance } from './entrance.js';
import { PasswordController } from './password.controller.js';
import { SignInStrategy } from './sign-in.strategy.js';

@Module({ controllers: [AuthController, PasswordController], providers: [Entrance, SignInStrategy] })
export class AuthModule {}
