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
    // Some of those that are remembered may be over now, or be asked to confirm their address.
    policy.onSessionChange(() => sessions.forgetAll());
  }
}
