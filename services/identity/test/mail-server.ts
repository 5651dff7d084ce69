import { afterEach } from '@jest/globals';
import { type MailSettings, type UpdateMailSettings, updateMailSettingsRpc } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { askAs } from './identity.js';

export interface Received {
  to: string;
  from: string;
  subject: string;
  messageId: string;
  /** Headers and both parts, decoded. */
  content: string;
  /** Addresses of the web app in it. */
  links: string[];
  user: string | undefined;
  isSecure: boolean;
}

const servers: MailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A mail server that takes everything, unless it is told otherwise. */
export class MailServer {
  readonly received: Received[] = [];
  /** What it says to a recipient in place of taking the mail. */
  refuse: (to: string) => { code: number; text: string } | null = () => null;
  /** Between a mail's last byte and the answer. */
  beforeAnswer: (mail: Received) => Promise<void> = async () => undefined;
  readonly port: number;

  private constructor(
    private readonly server: SMTPServer,
    port: number,
  ) {
    this.port = port;
  }

  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const own: { is?: MailServer } = {};
    const smtp = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: options.key === undefined,
      logger: false,
      closeTimeout: 500,
      ...options,
      onRcptTo: ({ address }, _session, done) => {
        const refusal = own.is?.refuse(address);
        done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const mail = read(Buffer.concat(chunks).toString('utf8'), {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address).join(),
            user: session.user as string | undefined,
            isSecure: session.secure,
          });
          own.is?.received.push(mail);
          void own.is?.beforeAnswer(mail).then(() => done(null, 'taken'));
        });
      },
    });
    smtp.on('error', () => undefined);
    const listening = await new Promise<number>((resolve) => {
      const socket = smtp.listen(port, '127.0.0.1', () => resolve((socket.address() as { port: number }).port));
    });
    own.is = new MailServer(smtp, listening);
    servers.push(own.is);
    return own.is;
  }

  to(address: string): Received[] {
    return this.received.filter(({ to }) => to === address);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

function read(raw: string, envelope: Pick<Received, 'from' | 'to' | 'user' | 'isSecure'>): Received {
  const content = words(quotedPrintable(raw));
  const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n\\s.*)*)`, 'im').exec(raw)?.[1] ?? '';
  return {
    ...envelope,
    subject: words(header('Subject').replace(/\r\n\s+/g, ' ')),
    messageId: header('Message-ID'),
    content,
    links: [...new Set(content.match(/https?:\/\/linkway\.example\/[^\s"<]*/g) ?? [])],
  };
}

const quotedPrintable = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));

/** `=?UTF-8?Q?...?=` and `=?UTF-8?B?...?=` of headers, whose words belong together. */
const words = (text: string): string =>
  text
    .replace(/\?=\s+=\?UTF-8\?Q\?/gi, '')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_all, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );

export const settingsFor = (port: number, over: Partial<UpdateMailSettings> = {}): UpdateMailSettings => ({
  host: '127.0.0.1',
  port,
  secure: false,
  username: '',
  from_email: 'hello@linkway.example',
  from_name: 'Linkway',
  enabled: true,
  ...over,
});

/** Has the service send by a server. */
export const sendBy = (
  running: RunningService,
  { port }: { port: number },
  over: Partial<UpdateMailSettings> = {},
): Promise<MailSettings> => askAs(running, 'admin', updateMailSettingsRpc, settingsFor(port, over));
