import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { addressesOf, type GuardedRules, type Resolve } from './guarded-address.js';
import { CODINGS, read, typeOf } from './guarded-body.js';
import { GuardedError } from './guarded-error.js';

export interface GuardedRequest extends GuardedRules {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** For all of it: names, connection, answer and every hop. */
  timeoutMs: number;
  /** Of the answer's body; what comes after is not read, and with 0 nothing of it is waited for. */
  maxBytes: number;
  /** Kinds of content that the body is read of, as `text/html`; of another one the head alone is the answer. */
  types?: readonly string[];
  /** Asks for the body compressed, and opens it: `maxBytes` is of what comes out. */
  compressed?: boolean;
  /** Redirects that are followed, each judged as the first address was; 0: a redirect is the answer. Only of GET and HEAD. */
  maxRedirects?: number;
  /** Certificates in PEM that are trusted beside Node's own. */
  ca?: string;
  signal?: AbortSignal;
  resolve?: Resolve;
  /** How a connection is kept to the addresses that were judged. */
  pin?: (found: readonly LookupAddress[]) => LookupFunction;
}

export interface GuardedAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** As far as it was read. */
  body: Buffer;
  /** Whether there was, or may be, more than `maxBytes`, or the time was over before its end. */
  isCut: boolean;
  /** That was asked last. */
  url: string;
}

/**
 * A request to an address that somebody else chose. The name is resolved once, each of its addresses is judged, and the connection goes to one
 * of those, while host and certificate stay those of the name: what the name leads to a moment later does not matter. Nothing is kept between
 * requests. Throws `GuardedError`.
 */
export async function guardedRequest(address: string, options: GuardedRequest): Promise<GuardedAnswer> {
  const { method = 'GET', maxRedirects = 0, timeoutMs, signal } = options;
  const ends = AbortSignal.timeout(timeoutMs);
  const stop = signal ? AbortSignal.any([signal, ends]) : ends;
  let url = urlOf(address);
  const asked = new Set<string>();
  for (let hops = 0; ; hops += 1) {
    const found = await until(stop, addressesOf(url, options, options.resolve));
    const answer = await ask(url, found, options, stop);
    const next = method === 'POST' || maxRedirects === 0 ? null : redirectOf(answer, url);
    if (next === null) return answer;
    // Nothing is remembered between hops, so what led on once does so for ever.
    asked.add(url.href);
    if (hops === maxRedirects || asked.has(next.href)) throw new GuardedError('redirected_too_often');
    url = next;
  }
}

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new GuardedError('address_refused');
  return new URL(text);
}

function redirectOf({ status, headers }: GuardedAnswer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null;
  if (!URL.canParse(headers.location, from.href)) throw new GuardedError('address_refused');
  const to = new URL(headers.location, from);
  // It is for the browser, and would make a loop look like another address.
  to.hash = '';
  return to;
}

/** Names may take longer to look up than there is time, and that cannot be broken off. */
function until<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new GuardedError('timed_out'));
    if (stop.aborted) return end();
    stop.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => stop.removeEventListener('abort', end));
  });
}

const pinnedTo =
  (found: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, answer) => {
    const [first] = found;
    if (all) answer(null, [...found]);
    else answer(null, first?.address ?? '', first?.family);
  };

function ask(
  url: URL,
  found: readonly LookupAddress[],
  { method = 'GET', headers = {}, body, maxBytes, types, compressed = false, ca, pin = pinnedTo }: GuardedRequest,
  stop: AbortSignal,
): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(url, {
      method,
      // No connection is kept: the next one is judged anew.
      agent: false,
      lookup: pin(found),
      headers: {
        'accept-encoding': compressed ? CODINGS : 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // What is given here is trusted in place of what Node trusts.
      ...(ca === undefined || ca === '' ? {} : { ca: [...getCACertificates('default'), ca] }),
    });
    let answered = false;
    const end = (): void => {
      if (!answered) reject(new GuardedError('timed_out'));
      sent.destroy();
    };
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted) end();
    sent.on('close', () => {
      stop.removeEventListener('abort', end);
      if (!answered) reject(new GuardedError('connection_failed'));
    });
    sent.on('error', (error) => reject(failureOf(error)));
    sent.on('response', (response) => {
      answered = true;
      const isRead = types === undefined || types.includes(typeOf(response));
      void read(response, isRead ? maxBytes : 0, compressed).then(({ content, isCut }) => {
        sent.destroy();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: content,
          isCut,
          url: url.href,
        });
      });
    });
    sent.end(body);
  });
}

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|EPROTO)/;

function failureOf(error: Error): GuardedError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new GuardedError(TLS.test(code) ? 'tls_failed' : 'connection_failed', { cause: error });
}
