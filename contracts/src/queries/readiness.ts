import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { readinessCheckSchema } from '../http/deployment.js';

const readiness = (owner: string) =>
  defineRpc(`qry.${owner}.readiness.v1`, {
    summary: `Whether a process of ${owner} can serve, and what it looked at for that: its stores, streams and queues`,
    permission: 'admin:read',
    request: z.object({}),
    reply: z.object({ ready: z.boolean(), checks: z.array(readinessCheckSchema) }),
    timeoutMs: 5_000,
  });

export const analyticsReadinessRpc = readiness('analytics');
export const contentReadinessRpc = readiness('content');
export const domainsReadinessRpc = readiness('domains');
export const identityReadinessRpc = readiness('identity');
export const linksReadinessRpc = readiness('links');
export const redirectReadinessRpc = readiness('redirect');
