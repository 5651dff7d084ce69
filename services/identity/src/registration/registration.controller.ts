import { type RpcInput, type RpcReply, registerUserRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { RegistrationService } from './registration.service.js';

@Controller()
export class RegistrationController {
  constructor(private readonly registrations: RegistrationService) {}

  @Rpc(registerUserRpc)
  register(input: RpcInput<typeof registerUserRpc>, _call: RpcCall): Promise<RpcReply<typeof registerUserRpc>> {
    return this.registrations.register(input);
  }
}
