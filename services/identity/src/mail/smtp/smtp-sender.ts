import { rootCertificates } from 'node:tls';
import type { Locale, RenderedMail } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { IdentityConfig } from '../../config.js';

/** Where mails are handed in. */
export interface SmtpServer {
  host: string;
  port: number;
  secure: boolean;
  username: string;
  password: string;
  from_email: string;
  from_name: string;
}

export interface OutgoingMail extends RenderedMail {
  /** The same at each try, so that whoever gets it twice can tell. */
  id: string;
  to: string;
  language: Locale;
  created_at: Date;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

@Injectable()
export class SmtpSender {
  private readonly ca: string[] | undefined;
  /** By which we greet, and which stands in Message-IDs. */
  private readonly ownName: string;

  constructor(@Inject(CONFIG) { MAIL_CA, PUBLIC_URL }: IdentityConfig) {
    this.ca = MAIL_CA === '' ? undefined : [...rootCertificates, MAIL_CA];
    const { hostname } = new URL(PUBLIC_URL);
    this.ownName = /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname;
  }

  /** Answers what the server said when it took the mail. Throws nodemailer's errors (`failureOf`), also once `signal` says so. */
  async send(server: SmtpServer, mail: OutgoingMail, signal: AbortSignal): Promise<string> {
    const { host, port, secure, username: user, password: pass, from_email, from_name } = server;
    const transport = createTransport({
      host,
      port,
      secure,
      name: this.ownName,
      // A password is never sent in the clear, whatever the server offers or somebody in between leaves away.
      ...(user !== '' && { auth: { user, pass }, forceAuth: true, requireTLS: true }),
      ...(this.ca && { tls: { ca: this.ca } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Nothing in a mail names a file or an address to take content from.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { response } = await transport.sendMail({
      from: { name: from_name, address: from_email },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      messageId: `<${mail.id}@${this.ownName}>`,
      date: mail.created_at,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
      signal,
    });
    return response;
  }
}
