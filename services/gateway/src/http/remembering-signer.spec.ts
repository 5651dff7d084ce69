import crypto from 'node:crypto';
import { Signer } from '@fastify/cookie';
import { describe, expect, it, jest } from '@jest/globals';
import { rememberingSigner } from './remembering-signer.js';

const SECRET = 'a secret of thirty-two characters';

describe('rememberingSigner', () => {
  it('signs and takes what the signer of the library does', () => {
    const [own, library] = [rememberingSigner(SECRET), new Signer(SECRET)];
    expect(own.sign('value')).toBe(library.sign('value'));
    expect(own.unsign(library.sign('value'))).toEqual({ valid: true, renew: false, value: 'value' });
    expect(own.unsign(library.sign('value'))).toEqual({ valid: true, renew: false, value: 'value' });
  });

  it('takes no signature of another value or secret, also beside one that it remembers', () => {
    const signer = rememberingSigner(SECRET);
    const given = signer.sign('value');
    signer.unsign(given);
    for (const forged of [`other${given.slice('value'.length)}`, `${given.slice(0, -1)}_`, `${given}.`, 'value', ''])
      expect(signer.unsign(forged)).toEqual({ valid: false, renew: false, value: null });
    expect(rememberingSigner('another secret of the same length').unsign(given).valid).toBe(false);
  });

  it('works out a good signature once', () => {
    const signer = rememberingSigner(SECRET);
    const given = signer.sign('value');
    const hmacs = jest.spyOn(crypto, 'createHmac');
    for (let request = 0; request < 3; request += 1) signer.unsign(given);
    expect(hmacs).toHaveBeenCalledTimes(1);
    hmacs.mockRestore();
  });
});
