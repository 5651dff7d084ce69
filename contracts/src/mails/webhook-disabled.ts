import { defineMail, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const webhookDisabled = defineMail({
  name: 'webhook_disabled',
  summary: 'Tells an owner that a webhook was turned off, as nothing was received for days.',
  variables: {
    webhook_host: textVariable('hooks.example.com'),
    failing_since: timeVariable('2030-01-31T09:00:00Z'),
  },
  texts: {
    en: letter({
      subject: 'Your webhook to {{webhook_host}} is off',
      lines: [
        'Hello,',
        'Your webhook to {{webhook_host}} has received nothing since {{failing_since}}, so Linkway has turned it off.',
        'Mend the receiver, then turn the webhook on again under “Webhooks”. What waits to be sent is sent then; what happens while it is off is not.',
      ],
    }),
    vi: letter({
      subject: 'Webhook đến {{webhook_host}} của bạn đã tắt',
      lines: [
        'Xin chào,',
        'Webhook đến {{webhook_host}} của bạn không nhận được gì kể từ {{failing_since}}, nên Linkway đã tắt webhook này.',
        'Hãy sửa nơi nhận, rồi bật lại webhook trong mục “Webhook”. Những gì đang chờ sẽ được gửi khi đó; những gì xảy ra trong lúc tắt thì không.',
      ],
    }),
  },
});
