import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
}

/** A mail server that takes everything. */
export class MailServer {
  readonly received: Received[] = [];
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      logger: false,
      closeTimeout: 500,
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const head = Buffer.concat(chunks).toString('utf8');
          this.received.push({
            to: envelope.rcptTo.map(({ address }) => address).join(),
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            subject: /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '',
          });
          done(null, 'taken by the test');
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  static async start(): Promise<MailServer> {
    const mails = new MailServer();
    await new Promise<void>((resolve) => mails.server.listen(0, '127.0.0.1', resolve));
    return mails;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
