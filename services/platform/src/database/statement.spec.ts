import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { isUndone } from './statement.js';

const told = (code: string, severity: string) =>
  Object.assign(new pg.DatabaseError('', 0, 'error'), { code, severity });

describe('whether a server has undone a statement and goes on', () => {
  it.each([
    ['a rule of ours', told('LK001', 'ERROR')],
    ['a rule of ours in another language', told('LK001', 'FEHLER')],
    ['a value that is there, in another language', told('23505', 'LỖI')],
    ['statement_timeout, in another language', told('57014', 'ERREUR')],
    ['whatever else it calls an error', told('42P01', 'ERROR')],
  ])('undone: %s', (_name, error) => expect(isUndone(error)).toBe(true));

  it.each([
    ['a server that stops', told('57P01', 'FATAL')],
    ['the same in another language', told('57P01', 'FATALE')],
    ['an error of its disk in another language', told('58030', 'PANIK')],
    ['a connection that broke', new Error('Connection terminated unexpectedly')],
    ['the code of a refusal from elsewhere', Object.assign(new Error('duplicate'), { code: '23505' })],
  ])('not known: %s', (_name, error) => expect(isUndone(error)).toBe(false));
});
