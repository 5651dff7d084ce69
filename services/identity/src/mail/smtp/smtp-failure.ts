import type { ErrorCode } from '@linkway/contracts';

export interface SmtpFailure {
  code: ErrorCode;
  /** What the server said, or what is wrong with its certificate; empty where no mail server has answered. */
  reason: string;
  /** Another try would end alike. */
  final: boolean;
}

/** What is of use to us of nodemailer's errors. */
interface SmtpError {
  code?: string;
  /** Of the system's or OpenSSL's error. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const MAX_REASON = 200;
const TLS_CODE = /^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/;

/** What came of it that a mail did not leave. */
export function failureOf(error: unknown): SmtpFailure {
  const { code = '', originalCode = '', command = '', response = '', responseCode = 0 } = error as SmtpError;
  const reason = plain(response);
  const refused = (by: ErrorCode): SmtpFailure => ({ code: by, reason, final: isFinal(responseCode, reason) });
  if (code === 'ETLS' || TLS_CODE.test(originalCode)) {
    return { code: 'mail.tls_failed', reason: reason || originalCode || 'STARTTLS', final: false };
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return { code: 'mail.authentication_failed', reason: reason || 'AUTH', final: false };
  }
  // An administrator can set another sender.
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return { ...refused('mail.sender_refused'), final: false };
  if (code === 'EENVELOPE' && command === 'RCPT TO') return refused('mail.recipient_refused');
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return refused('mail.message_refused');
  // What else may have answered there, such as a web server, is not told: the settings are no way to look around in a network.
  return { code: 'mail.connection_failed', reason: '', final: false };
}

/**
 * A refusal for good (5xx), unless it is for a policy (RFC 3463: x.7.x), such as a relay that is not allowed: those are mended by
 * settings, here or there.
 */
const isFinal = (responseCode: number, reason: string): boolean =>
  responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(reason);

const plain = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)
    .toWellFormed();
