import { fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../transaction.js';
import type { Code } from './code.entity.js';
import { type CodeKey, type CodeOwner, CodeRepository } from './code.repository.js';
import { randomCode } from './random-code.js';
import { isReservedCode } from './reserved-codes.js';

export type ReservedCode = CodeKey & { version: number };

// Six letters have 57 thousand million codes; longer ones come in only once those fill up.
const LENGTHS = [6, 6, 6, 6, 7, 7, 8, 8];

/** Codes and who has them. The database decides: of any number of simultaneous requests for a code one gets it. */
@Injectable()
export class CodeService {
  constructor(private readonly codes: CodeRepository) {}

  /** Throws `links.code_reserved`. */
  requireAllowed(custom: string): void {
    if (isReservedCode(custom)) throw fieldError('custom_code', 'links.code_reserved');
  }

  /** The codes to try for a new link, one after the other: the custom one, or random ones where it is empty. */
  *candidates(custom: string): Iterable<string> {
    for (const length of LENGTHS) {
      const code = custom === '' ? randomCode(length) : custom;
      if (custom !== '' || !isReservedCode(code)) yield code;
    }
  }

  /** Reserves the custom code, or a random one where it is empty. Throws `links.code_reserved` or `links.code_taken`. */
  async reserve(manager: Transaction, host: string, custom: string, owner: CodeOwner): Promise<ReservedCode> {
    return custom === '' ? this.reserveRandom(manager, host, owner) : this.reserveCustom(manager, host, custom, owner);
  }

  /**
   * Whether a custom code can be had as things are, which costs less than trying; an empty one can. Throws
   * `links.code_reserved` or `links.code_taken`.
   */
  async requireFree({ host, code }: CodeKey, workspaceId: string): Promise<void> {
    if (code === '') return;
    this.requireAllowed(code);
    const taken = await this.codes.find({ host, code });
    if (taken && (taken.is_live || taken.workspace_id !== workspaceId)) {
      throw fieldError('custom_code', 'links.code_taken', { code });
    }
  }

  /**
   * Ids of the links that may not have their code at a host as things are. It locks nothing: whoever tried each of them would
   * hold the codes of others until the end of its transaction.
   */
  async refusedAt(
    manager: Transaction,
    host: string,
    wanted: readonly { code: string; owner: CodeOwner }[],
  ): Promise<ReadonlySet<string>> {
    const known = await this.codes.findAll(
      manager,
      host,
      wanted.map(({ code }) => code),
    );
    const byCode = new Map(known.map((code) => [code.code, code]));
    const isRefused = ({ code, owner }: { code: string; owner: CodeOwner }): boolean => {
      const there = byCode.get(code);
      return there !== undefined && (there.is_live || !wasOf(there, owner));
    };
    return new Set(wanted.filter(isRefused).map(({ owner }) => owner.linkId));
  }

  /** Moves a link to another key. The old one leads nowhere afterwards and stays with the workspace. */
  async move(
    manager: Transaction,
    from: CodeKey,
    to: CodeKey,
    owner: CodeOwner,
  ): Promise<{ now: ReservedCode; previous: ReservedCode }> {
    const now = await this.reserveCustom(manager, to.host, to.code, owner, from.code);
    return { now, previous: await this.release(manager, from, owner.linkId) };
  }

  async touch(manager: Transaction, key: CodeKey, linkId: string): Promise<ReservedCode> {
    return { ...key, version: found(await this.codes.touch(manager, key, linkId), key) };
  }

  async release(manager: Transaction, key: CodeKey, linkId: string): Promise<ReservedCode> {
    return { ...key, version: found(await this.codes.release(manager, key, linkId), key) };
  }

  private async reserveCustom(
    manager: Transaction,
    host: string,
    code: string,
    owner: CodeOwner,
    keeps?: string,
  ): Promise<ReservedCode> {
    // A link that only moves to another domain keeps its code, even one that was reserved later.
    if (code !== keeps) this.requireAllowed(code);
    const version = await this.codes.take(manager, { host, code }, owner);
    if (version === null) throw fieldError('custom_code', 'links.code_taken', { code });
    return { host, code, version };
  }

  private async reserveRandom(manager: Transaction, host: string, owner: CodeOwner): Promise<ReservedCode> {
    for (const code of this.candidates('')) {
      const version = await this.codes.takeNew(manager, { host, code }, owner);
      if (version !== null) return { host, code, version };
    }
    throw new Error(`no free code on ${host} in ${LENGTHS.length} tries`);
  }
}

const wasOf = (code: Code, { workspaceId, linkId }: CodeOwner): boolean =>
  code.link_id === linkId || (workspaceId !== null && code.workspace_id === workspaceId);

// A link whose code leads elsewhere would be a broken invariant, never something that the caller did.
function found(version: number | null, key: CodeKey): number {
  if (version === null) throw new Error(`code ${key.host}/${key.code} does not lead to its link`);
  return version;
}
