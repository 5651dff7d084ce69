import { Signer } from '@fastify/cookie';
import { ownText } from '@linkway/platform';
import { LRUCache } from 'lru-cache';

const REMEMBERED = 10_000;

type Unsigned = ReturnType<Signer['unsign']>;

/** Signs cookies, and remembers signatures that were good: a browser sends the same ones with each of its requests. */
export function rememberingSigner(secret: string): Pick<Signer, 'sign' | 'unsign'> {
  const signer = new Signer(secret);
  const good = new LRUCache<string, Unsigned>({ max: REMEMBERED });
  return {
    sign: (value) => signer.sign(value),
    unsign: (given) => {
      const known = good.get(given);
      if (known) return known;
      const unsigned = signer.unsign(given);
      if (unsigned.valid) good.set(ownText(given), { ...unsigned, value: ownText(unsigned.value) });
      return unsigned;
    },
  };
}
