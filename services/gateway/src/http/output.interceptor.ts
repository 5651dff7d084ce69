import type { EndpointContract } from '@linkway/contracts';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { ENDPOINT } from './endpoint.decorator.js';

/** Sends only what the contract names, so that a field added to an internal reply never leaks. */
@Injectable()
export class OutputInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const contract = this.reflector.get<EndpointContract | undefined>(ENDPOINT, context.getHandler());
    // What goes on, or is a file, has its form from whoever writes it.
    if (!contract || contract.success.events || contract.success.media) return next.handle();
    const { body } = contract.success;
    return next.handle().pipe(map((value) => body?.parse(value)));
  }
}
