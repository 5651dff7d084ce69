import { type RpcInput, sendMailRpc } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SendMailService } from './send-mail.service.js';

@Controller()
export class SendMailController {
  constructor(private readonly mails: SendMailService) {}

  @Rpc(sendMailRpc)
  send(input: RpcInput<typeof sendMailRpc>) {
    return this.mails.send(input);
  }
}
