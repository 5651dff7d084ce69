import { Global, Module } from '@nestjs/common';
import { Sessions } from '../session/sessions.js';
import { AdminGate } from './admin-gate.js';
import { PasswordRulesController } from './password-rules.controller.js';
import { SecurityPolicy } from './security-policy.js';

@Global()
@Module({
  controllers: [PasswordRulesController],
  providers: [AdminGate, SecurityPolicy],
  exports: [AdminGate, SecurityPolicy],
})
export class SecurityModule {
  constructor(policy: SecurityPolicy, sessions: Sessions) {
    // Another time-out may have ended some of those that are remembered.
    policy.onSessionTimeout(() => sessions.forgetAll());
  }
}
