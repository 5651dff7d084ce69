import {
  type AuditRecord,
  contentAuditRecorded,
  domainsAuditRecorded,
  identityAuditRecorded,
  linksAuditRecorded,
} from '@linkway/contracts';
import { OnEvents, type OneOf } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ActUsers } from './act-users.js';
import { AuditChain } from './audit-chain.service.js';

const ofIdentity = { act: identityAuditRecorded };
const ofContent = { act: contentAuditRecorded };
const ofDomains = { act: domainsAuditRecorded };
const ofLinks = { act: linksAuditRecorded };

/** What services tell of for the log. */
@Controller()
export class AuditConsumer {
  constructor(
    private readonly chain: AuditChain,
    private readonly users: ActUsers,
  ) {}

  @OnEvents(ofIdentity)
  identity(events: OneOf<typeof ofIdentity>[]): Promise<void> {
    return this.append(events);
  }

  @OnEvents(ofContent)
  content(events: OneOf<typeof ofContent>[]): Promise<void> {
    return this.append(events);
  }

  @OnEvents(ofDomains)
  domains(events: OneOf<typeof ofDomains>[]): Promise<void> {
    return this.append(events);
  }

  @OnEvents(ofLinks)
  links(events: OneOf<typeof ofLinks>[]): Promise<void> {
    return this.append(events);
  }

  private async append(events: readonly Told[]): Promise<void> {
    await this.chain.append(await this.users.named(events.map(actOf)));
  }
}

type Told = OneOf<typeof ofIdentity> | OneOf<typeof ofDomains> | OneOf<typeof ofLinks> | OneOf<typeof ofContent>;

const actOf = ({ data, meta }: Told) => ({
  record: withoutFormerName(data),
  occurredAt: meta.occurredAt,
});

/** As a former release tells what a key was called: a name, which could never leave the details. */
function withoutFormerName(record: AuditRecord): AuditRecord {
  const { former_name, ...details } = record.details;
  if (record.action !== 'api_key.changed' || former_name === undefined) return record;
  return { ...record, details: { ...details, changed: 'key_name' } };
}
