import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';
import { generate } from 'selfsigned';

export interface Pushed {
  /** Behind the host: which browser. */
  browser: string;
  ttl: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

const services: PushService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
});

/** One for all of them: of several with the same name the first would be looked at alone. */
let certificate: ReturnType<typeof selfSigned> | null = null;
const selfSigned = () =>
  generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
      { name: 'basicConstraints', cA: true },
    ],
  });

/** A push service at 127.0.0.1, which answers as it is told to. */
export class PushService {
  readonly received: Pushed[] = [];
  /** The status; `hang`: it takes the request, and says nothing. */
  answer: (pushed: Pushed) => number | 'hang' = () => 201;
  headers: Record<string, string> = {};

  private constructor(
    private readonly server: Server,
    /** Of its certificate. */
    readonly ca: string,
  ) {}

  static async start(): Promise<PushService> {
    certificate ??= selfSigned();
    const { private: key, cert } = await certificate;
    const own: { is?: PushService } = {};
    const server = createServer({ key, cert }, (request, response) => void own.is?.take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    own.is = new PushService(server, cert);
    services.push(own.is);
    return own.is;
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What the service that pushes is to be told. */
  get env(): Record<string, string> {
    return { PUSH_PRIVATE_SERVICES: 'true', PUSH_CA: this.ca };
  }

  browser(name: string): Browser {
    return new Browser(name, this.origin);
  }

  to(name: string): Pushed[] {
    return this.received.filter(({ browser }) => browser === name);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const pushed: Pushed = {
      browser: request.url?.slice(1) ?? '',
      ttl: Number(request.headers.ttl),
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    this.received.push(pushed);
    const status = this.answer(pushed);
    if (status !== 'hang') response.writeHead(status, this.headers).end('x'.repeat(100_000));
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** A browser with the keys of a subscription, which reads what comes (RFC 8291). */
export class Browser {
  private readonly ecdh: ECDH = createECDH('prime256v1');
  private readonly auth = randomBytes(16);
  readonly endpoint: string;

  constructor(name: string, origin: string) {
    this.ecdh.generateKeys();
    this.endpoint = `${origin}/${name}`;
  }

  get subscription() {
    const keys = { p256dh: this.ecdh.getPublicKey('base64url'), auth: this.auth.toString('base64url') };
    return { endpoint: this.endpoint, keys };
  }

  read({ body }: Pushed): Record<string, unknown> {
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const sender = body.subarray(21, 21 + length);
    const sealed = body.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.ecdh.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.ecdh.computeSecret(sender), this.auth, info, 32));
    const derived = (what: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // Behind the text stands what says that it is the last record.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as Record<string, unknown>;
  }
}

/** What the sender says of itself (RFC 8292); throws where its signature is not that of the key. */
export function senderOf({ headers }: Pushed): { claims: Record<string, unknown>; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(String(headers.authorization)) ?? [];
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const given = Buffer.from(signature, 'base64url');
  const isOurs = verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, given);
  if (!isOurs) throw new Error('the signature is not that of the key');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>, publicKey };
}
