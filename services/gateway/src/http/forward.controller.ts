import { allEndpoints, type EndpointContract, forwardedTo, type RpcContract } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DeviceCookie } from '../session/device-cookie.js';
import { type ApiReply, type ApiRequest, callerOf } from './api-request.js';
import { Endpoint, type EndpointInput } from './endpoint.decorator.js';
import { forwardedRequest } from './forward.js';
import { idempotencyKey } from './idempotency-key.js';
import { localeOf } from './locale.js';

/** Operations that the gateway only passes on: a method for each of them, made from its contract. */
@Controller()
export class ForwardController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly device: DeviceCookie,
  ) {}

  static add(endpoint: EndpointContract, rpc: RpcContract): void {
    const { forward, operationId, success } = endpoint;
    if (!forward) return;
    const method = async function (
      this: ForwardController,
      input: EndpointInput<EndpointContract>,
      request: ApiRequest,
      reply: ApiReply,
    ): Promise<unknown> {
      const key = forward.withIdempotencyKey ? idempotencyKey(request) : null;
      const language = localeOf(request.headers['accept-language']);
      const device = forward.withDevice ? this.device.of(request) : null;
      const data = forwardedRequest(forward, input, { ip: request.ip, device, idempotencyKey: key, language });
      // A request that acts for nobody is told of nobody.
      const answer = await this.rpc.call(rpc, data, { caller: rpc.permission === null ? null : callerOf(request) });
      if (forward.withDevice) this.device.keep(request, reply);
      return success.body ? answer : undefined;
    };
    const descriptor = { value: method, configurable: true, writable: true };
    Object.defineProperty(ForwardController.prototype, operationId, descriptor);
    Endpoint(endpoint)(ForwardController.prototype, operationId, descriptor);
  }
}

for (const endpoint of allEndpoints) {
  const rpc = forwardedTo(endpoint);
  if (rpc) ForwardController.add(endpoint, rpc);
}
