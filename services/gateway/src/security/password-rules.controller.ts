import { getPasswordRules } from '@linkway/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint } from '../http/endpoint.decorator.js';
import { SecurityPolicy } from './security-policy.js';

@Controller()
export class PasswordRulesController {
  constructor(private readonly policy: SecurityPolicy) {}

  @Endpoint(getPasswordRules)
  async get() {
    return { min_password_length: this.policy.now.min_password_length };
  }
}
