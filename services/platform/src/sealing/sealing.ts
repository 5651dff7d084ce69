import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const FORM = 1;
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD = 1 + ID_BYTES;

interface Key {
  id: Buffer;
  secret: Buffer;
}

/** Secrets of at least 32 characters; the keys themselves are derived from them and from the name of the service. */
export interface SealingKeys {
  service: string;
  current: string;
  /** The one before, which still opens what it sealed; empty: there is none. */
  previous: string;
}

/**
 * For what is kept and has to be read again: AES-256-GCM. What is sealed names its place (`smtp-password`, `mail <id>`) and opens
 * nowhere else, so that whoever can write to the database cannot move it.
 */
export class Sealing {
  private readonly current: Key;
  private readonly keys: readonly Key[];

  constructor({ service, current, previous }: SealingKeys) {
    this.current = keyOf(service, current);
    this.keys = [this.current, ...(previous === '' ? [] : [keyOf(service, previous)])];
  }

  /** By which what is sealed names its key, behind its first byte. */
  get keyId(): Buffer {
    return this.current.id;
  }

  seal(text: string, place: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.secret, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(FORM), this.current.id, iv, cipher.getAuthTag(), sealed]);
  }

  /** null: it is not what was sealed for this place, or its key is not known any more. */
  open(sealed: Buffer, place: string): string | null {
    const key = this.keys.find(({ id }) => id.equals(sealed.subarray(1, HEAD)));
    if (!key || sealed[0] !== FORM || sealed.length < HEAD + IV_BYTES + TAG_BYTES) return null;
    const [iv, tag, text] = [
      sealed.subarray(HEAD, HEAD + IV_BYTES),
      sealed.subarray(HEAD + IV_BYTES, HEAD + IV_BYTES + TAG_BYTES),
      sealed.subarray(HEAD + IV_BYTES + TAG_BYTES),
    ];
    const decipher = createDecipheriv('aes-256-gcm', key.secret, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      // The tag does not fit, which is all that this throws for.
      return null;
    }
  }
}

const keyOf = (service: string, secret: string): Key => {
  const derived = (what: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', what, bytes));
  return {
    id: derived(`linkway ${service}: key id`, ID_BYTES),
    secret: derived(`linkway ${service}: AES-256-GCM`, 32),
  };
};
