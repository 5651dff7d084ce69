import { getMailSettingsRpc, type RpcInput, sendTestMailRpc, updateMailSettingsRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SmtpSettingsService } from './smtp-settings.service.js';
import { TestMailService } from './test-mail.service.js';

@Controller()
export class SmtpController {
  constructor(
    private readonly settings: SmtpSettingsService,
    private readonly tests: TestMailService,
  ) {}

  @Rpc(getMailSettingsRpc)
  get() {
    return this.settings.get();
  }

  @Rpc(updateMailSettingsRpc)
  update(input: RpcInput<typeof updateMailSettingsRpc>, { caller }: RpcCall<typeof updateMailSettingsRpc>) {
    return this.settings.update(input, caller);
  }

  @Rpc(sendTestMailRpc)
  test({ to, language }: RpcInput<typeof sendTestMailRpc>, { caller }: RpcCall<typeof sendTestMailRpc>) {
    return this.tests.send(to, language, caller);
  }
}
