import {
  analyticsReadinessRpc,
  type Caller,
  type ChecklistItem,
  contentReadinessRpc,
  type Deployment,
  domainsReadinessRpc,
  getMailSettingsRpc,
  identityReadinessRpc,
  linksReadinessRpc,
  listActiveDomainsRpc,
  redirectReadinessRpc,
  type ServiceReadiness,
} from '@linkway/contracts';
import { CONFIG, checksOf, Health, type HealthReport, RpcClient } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';
import { Outages } from '../http/outages.js';
import { SecurityPolicy } from '../security/security-policy.js';
import { LOOPBACK } from '../web/app-hosts.js';

/** In the order in which they are told. */
const OTHERS = {
  identity: identityReadinessRpc,
  links: linksReadinessRpc,
  redirect: redirectReadinessRpc,
  analytics: analyticsReadinessRpc,
  domains: domainsReadinessRpc,
  content: contentReadinessRpc,
} as const;

/** Looks at everything that an installation needs, at the moment that somebody asks. */
@Injectable()
export class DeploymentService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly health: Health,
    private readonly policy: SecurityPolicy,
    private readonly outages: Outages,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  async look(caller: Caller): Promise<Deployment> {
    const [services, domain, mail, twoFactor] = await Promise.all([
      this.services(caller),
      this.outages.nullDuring(
        'domains',
        this.rpc.call(listActiveDomainsRpc, {}, { caller }).then(({ data }) => data[0]?.domain_name ?? ''),
      ),
      this.outages.nullDuring(
        'identity.mail',
        this.rpc.call(getMailSettingsRpc, {}, { caller }).then(({ enabled, host }) => enabled && host !== ''),
      ),
      this.outages.nullDuring('identity.security', this.policy.requiresTwoFactor()),
    ]);
    const ready = services.every(({ state }) => state === 'ready');
    const { PUBLIC_URL, COOKIE_SECURE, GOOGLE_CLIENT_ID } = this.config;
    const item = (key: ChecklistItem['key'], done: boolean | null, optional = false) => ({ key, done, optional });
    return {
      checked_at: new Date().toISOString(),
      ready,
      services,
      checklist: [
        item('services', ready),
        item('https', COOKIE_SECURE && (PUBLIC_URL === '' || PUBLIC_URL.startsWith('https:'))),
        // A link in a mail to this machine alone would lead nowhere.
        item('public_url', PUBLIC_URL !== '' && !LOOPBACK.test(new URL(PUBLIC_URL).hostname)),
        item('domain', domain === null ? null : domain !== ''),
        item('mail', mail),
        item('two_factor', twoFactor),
        item('google', GOOGLE_CLIENT_ID !== '', true),
      ],
      public_url: PUBLIC_URL || null,
      main_domain: domain || null,
    };
  }

  /** This process, and one of each other service: whichever NATS gives the question to. */
  private services(caller: Caller): Promise<ServiceReadiness[]> {
    const others = Object.entries(OTHERS).map(async ([name, rpc]): Promise<ServiceReadiness> => {
      const report = await this.outages.nullDuring(`${name}.readiness`, this.rpc.call(rpc, {}, { caller }));
      if (report === null) return { name, state: 'away', checks: [] };
      return { name, state: report.ready ? 'ready' : 'not_ready', checks: report.checks };
    });
    return Promise.all([this.health.report().then(own), ...others]);
  }
}

const own = (report: HealthReport): ServiceReadiness => ({
  name: 'gateway',
  state: report.ready ? 'ready' : 'not_ready',
  checks: checksOf(report),
});
