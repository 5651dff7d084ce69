import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PasswordModule } from '../password/password.module.js';
import { SessionModule } from '../session/session.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UserModule } from '../user/user.module.js';
import { OwnerProof } from './owner-proof.js';

@Module({
  imports: [AuditModule, PasswordModule, SessionModule, TwoFactorModule, UserModule],
  providers: [OwnerProof],
  exports: [OwnerProof],
})
export class OwnerProofModule {}
