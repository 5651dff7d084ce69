import { type RpcInput, type RpcReply, registerUser } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { RegistrationService } from './registration.service.js';

@Controller()
export class RegistrationController {
  constructor(private readonly registrations: RegistrationService) {}

  @Rpc(registerUser)
  register(input: RpcInput<typeof registerUser>, _call: RpcCall): Promise<RpcReply<typeof registerUser>> {
    return this.registrations.register(input);
  }
}
