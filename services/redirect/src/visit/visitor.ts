import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from './trusted-proxies.js';

/** What a request tells about its visitor; header texts as they came. */
export interface Visitor {
  /** As asked: with port, in any case. */
  host: string;
  /** Asked for two hosts: a proxy on the way may have gone by the other one (RFC 9112 3.2). */
  ambiguous: boolean;
  ip: string;
  /** Came by https, as far as a proxy tells that is believed. */
  secure: boolean;
  userAgent: string;
  referer: string;
  acceptLanguage: string;
  accept: string;
  purpose: string;
  cookie: string;
}

interface Forwarded {
  for: string;
  host: string;
  proto: string;
  secret: string;
}

/**
 * Reads the few headers that a redirect looks at, straight from the raw list: making Node's object of all headers would
 * cost more than the rest of the answer. A header that comes twice counts the first time, as in Node.
 */
export function readVisitor(request: IncomingMessage, proxies: TrustedProxies): Visitor {
  const visitor: Visitor = {
    host: '',
    ambiguous: false,
    ip: '',
    secure: false,
    userAgent: '',
    referer: '',
    acceptLanguage: '',
    accept: '',
    purpose: '',
    cookie: '',
  };
  const forwarded: Forwarded = { for: '', host: '', proto: '', secret: '' };
  const raw = request.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] as string;
    // Most names are told apart by their length, so only these are looked at closer.
    if (name.length >= 4 && name.length <= 17) take(visitor, forwarded, name.toLowerCase(), raw[index + 1] as string);
  }
  const peer = plainIp(request.socket.remoteAddress ?? '');
  visitor.ip = peer;
  if (!proxies.vouches(peer, forwarded.secret)) return visitor;
  if (forwarded.for !== '') visitor.ip = proxies.clientOf(forwarded.for, peer);
  if (forwarded.host !== '') visitor.host = lastOf(forwarded.host);
  visitor.secure = lastOf(forwarded.proto) === 'https';
  return visitor;
}

function take(visitor: Visitor, forwarded: Forwarded, name: string, value: string): void {
  switch (name) {
    case 'host':
      if (visitor.host === '') visitor.host = value;
      else visitor.ambiguous = true;
      break;
    case 'user-agent':
      visitor.userAgent ||= value;
      break;
    case 'referer':
      visitor.referer ||= value;
      break;
    case 'accept-language':
      visitor.acceptLanguage ||= value;
      break;
    case 'accept':
      visitor.accept ||= value;
      break;
    case 'sec-purpose':
    case 'purpose':
    case 'x-purpose':
      visitor.purpose ||= value;
      break;
    case 'cookie':
      visitor.cookie = visitor.cookie === '' ? value : `${visitor.cookie}; ${value}`;
      break;
    // Several lines of these are one list.
    case 'x-forwarded-for':
      forwarded.for = forwarded.for === '' ? value : `${forwarded.for},${value}`;
      break;
    case 'x-forwarded-host':
      forwarded.host = forwarded.host === '' ? value : `${forwarded.host},${value}`;
      break;
    case 'x-forwarded-proto':
      forwarded.proto = forwarded.proto === '' ? value : `${forwarded.proto},${value}`;
      break;
    case 'x-linkway-proxy':
      forwarded.secret ||= value;
      break;
  }
}

/** An IPv4 address that came in over an IPv6 socket, in its own form. */
export const plainIp = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

const lastOf = (list: string): string => list.slice(list.lastIndexOf(',') + 1).trim();
