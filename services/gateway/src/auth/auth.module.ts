import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { Entrance } from './entrance.js';
import { PasswordController } from './password.controller.js';
import { SignInStrategy } from './sign-in.strategy.js';
import { TwoFactorController } from './two-factor.controller.js';

@Module({
  controllers: [AuthController, PasswordController, TwoFactorController],
  providers: [Entrance, SignInStrategy],
  exports: [Entrance],
})
export class AuthModule {}
