import {
  analyticsReadinessRpc,
  contentReadinessRpc,
  domainsReadinessRpc,
  identityReadinessRpc,
  linksReadinessRpc,
  type ReadinessCheck,
  type RpcReply,
  redirectReadinessRpc,
} from '@linkway/contracts';
import { Controller, type Type } from '@nestjs/common';
import { Rpc } from '../rpc/rpc.decorator.js';
import { Health, type HealthReport } from './health.js';

type ReadinessRpc = typeof identityReadinessRpc;

/** What each service that is reached by NATS is asked by, by its name. */
const readinessRpcs = {
  identity: identityReadinessRpc,
  links: linksReadinessRpc,
  redirect: redirectReadinessRpc,
  analytics: analyticsReadinessRpc,
  domains: domainsReadinessRpc,
  content: contentReadinessRpc,
} as const satisfies Record<string, ReadinessRpc>;

/** The controllers by which a service tells whether it can serve; none where nobody asks it. */
export function readinessControllers(service: string): Type[] {
  const asked = Object.entries(readinessRpcs).find(([name]) => name === service);
  return asked ? [controllerFor(asked[1])] : [];
}

/** The checks of a report, the ones that fail first. */
export function checksOf({ checks, warnings = {} }: HealthReport): ReadinessCheck[] {
  const all = [
    ...Object.entries(checks).map(([name, outcome]) => check(name, outcome === 'ok' ? 'ok' : 'failed', outcome)),
    ...Object.entries(warnings).map(([name, message]) => check(name, 'warning', message)),
  ];
  const order = ['failed', 'warning', 'ok'];
  return all.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.name < b.name ? -1 : 1));
}

const check = (name: string, state: ReadinessCheck['state'], message: string): ReadinessCheck => ({
  name,
  state,
  message: state === 'ok' ? null : message,
});

function controllerFor(rpc: ReadinessRpc): Type {
  @Controller()
  class ReadinessController {
    constructor(private readonly health: Health) {}

    @Rpc(rpc)
    async readiness(): Promise<RpcReply<ReadinessRpc>> {
      const report = await this.health.report();
      return { ready: report.ready, checks: checksOf(report) };
    }
  }
  return ReadinessController;
}
