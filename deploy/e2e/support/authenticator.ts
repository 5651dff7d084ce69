import { createHmac } from 'node:crypto';
import type { Api } from './api.ts';

const STEP_MS = 30_000;
/** A code of the step before is not given in the last part of a step: it would be over when it arrives. */
const SAFE_MS = 20_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const stepNow = (): number => Math.floor(Date.now() / STEP_MS);

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a step as RFC 4226 and 6238 have it, told without the product's own library. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** The app on somebody's phone. */
export class Authenticator {
  private readonly secret: string;
  private last = 0;

  constructor(secret: string) {
    this.secret = secret;
  }

  /** One that was not given before. The third one in a row is waited for until the service takes it. */
  async next(): Promise<string> {
    const earliest = Date.now() % STEP_MS < SAFE_MS ? stepNow() - 1 : stepNow();
    this.last = Math.max(this.last + 1, earliest);
    while (this.last > stepNow() + 1) await new Promise((resolve) => setTimeout(resolve, 250));
    return codeOf(this.secret, this.last);
  }

  /** One that no step around has. */
  wrong(): string {
    const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((away) => codeOf(this.secret, stepNow() + away)));
    const tried = ['123456', '234567', '345678', '456789', '567890', '678901', '789012', '890123'];
    return tried.find((code) => !near.has(code)) ?? '';
  }
}

/** Turns it on for an account that is signed in. */
export async function protect(api: Api, password: string): Promise<{ app: Authenticator; recovery: string[] }> {
  const { secret } = await api.ok<{ secret: string }>('POST', '/api/me/two-factor/setup', {
    current_password: password,
  });
  const app = new Authenticator(secret);
  const code = await app.next();
  const { recovery_codes } = await api.ok<{ recovery_codes: string[] }>('POST', '/api/me/two-factor/enable', { code });
  return { app, recovery: recovery_codes };
}
