import type { EndpointContract } from '@linkway/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { MaliciousLinks } from '../malicious-link/malicious-links.js';
import type { ApiRequest } from './api-request.js';
import { ENDPOINT } from './endpoint.decorator.js';
import { parseInput } from './endpoint-input.js';

/** Checks input before anybody acts on it; a guard and not a pipe, as the sign-in strategy runs before pipes. */
@Injectable()
export class InputGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly malicious: MaliciousLinks,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const contract = this.reflector.get<EndpointContract | undefined>(ENDPOINT, context.getHandler());
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!contract) return true;
    try {
      request.input = parseInput(contract, request);
    } catch (error) {
      this.malicious.refused(contract, request, error);
      throw error;
    }
    return true;
  }
}
