import { type RpcReply, useApiKeyRpc } from '@linkway/contracts';
import { AppError, atMost, isApiKey, keyDigest, RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { givenKey } from './given-key.js';

export type KeyUse = RpcReply<typeof useApiKeyRpc>;

/** Whose keys they are, for counting only: whether one may be used is asked with every request. */
const REMEMBERED = 20_000;
const REMEMBERED_MS = 3_600_000;

/** The API keys that requests come with: identity judges and counts each use, once for a request. */
@Injectable()
export class ApiKeys {
  private readonly recent = new LRUCache<string, string>({ ...atMost(REMEMBERED), ttl: REMEMBERED_MS });
  /** What was said of keys that are beyond their limit, until when: nobody is asked about them before that. */
  private readonly spent = new LRUCache<string, { use: KeyUse; until: number }>(atMost(REMEMBERED));
  private readonly uses = new WeakMap<FastifyRequest, Promise<KeyUse>>();

  constructor(private readonly rpc: RpcClient) {}

  /** The id of a request's key, where it was good a moment ago; null for what can be no key, undefined for one that is not known here. */
  known(request: FastifyRequest): string | null | undefined {
    const key = givenKey(request) ?? '';
    return isApiKey(key) ? this.recent.get(keyDigest(key)) : null;
  }

  isAsked(request: FastifyRequest): boolean {
    return this.uses.has(request);
  }

  /** Throws what identity refuses the key with, and for what can be no key the same without asking. */
  use(request: FastifyRequest): Promise<KeyUse> {
    const asked = this.uses.get(request) ?? this.ask(givenKey(request) ?? '');
    this.uses.set(request, asked);
    return asked;
  }

  private async ask(key: string): Promise<KeyUse> {
    if (!isApiKey(key)) throw new AppError('auth.api_key_invalid');
    const key_hash = keyDigest(key);
    const spent = this.spentUse(key_hash);
    if (spent) return spent;
    try {
      const use = await this.rpc.call(useApiKeyRpc, { key_hash });
      this.recent.set(key_hash, use.caller.api_key_id);
      const { exceeded, reset_seconds } = use.rate_limit;
      if (exceeded) this.spent.set(key_hash, { use, until: performance.now() + reset_seconds * 1_000 });
      return use;
    } catch (error) {
      // What is refused counts for its address: whoever has a key that its owner has turned off is a stranger.
      if (error instanceof AppError && error.status < 500) this.recent.delete(key_hash);
      throw error;
    }
  }

  private spentUse(key_hash: string): KeyUse | null {
    const spent = this.spent.get(key_hash);
    const left = Math.ceil(((spent?.until ?? 0) - performance.now()) / 1_000);
    if (!spent || left <= 0) return null;
    return { ...spent.use, rate_limit: { ...spent.use.rate_limit, reset_seconds: left } };
  }
}
