import { describe, expect, it } from '@jest/globals';
import { natsPermissions } from '../src/nats-permissions.js';
import { allEvents, allRpcs, allSignals } from '../src/registry.js';
import { type DeclaredService, declaredServices, type ServiceDeclaration, services } from '../src/services.js';

const matches = (pattern: string, subject: string): boolean => {
  const [tokens, parts] = [pattern.split('.'), subject.split('.')];
  if (tokens.at(-1) === '>')
    return parts.length >= tokens.length && tokens.slice(0, -1).every((t, i) => fits(t, parts[i]));
  return tokens.length === parts.length && tokens.every((token, i) => fits(token, parts[i]));
};
const fits = (token: string, part: string | undefined) => token === '*' || token === part;

const mayPublish = (service: DeclaredService, subject: string): boolean => {
  const { allow, deny } = natsPermissions(service).publish;
  const among = (patterns: readonly string[]) => patterns.some((pattern) => matches(pattern, subject));
  return among(allow) && !among(deny);
};
const maySubscribe = (service: DeclaredService, subject: string): boolean =>
  natsPermissions(service).subscribe.allow.some((pattern) => matches(pattern, subject));

/** With what only its former release asks. */
const questionsOf = ({ asks, asked = [] }: ServiceDeclaration) => [...asks, ...asked];

describe.each(declaredServices)('the NATS user of %s', (service) => {
  const { reads }: ServiceDeclaration = services[service];

  it('publishes its own events and no other ones', () => {
    for (const { subject, owner } of allEvents)
      expect([subject, mayPublish(service, subject)]).toEqual([subject, owner === service]);
    expect(mayPublish(service, `dlq.${service}.evt.links.link-created.v1`)).toBe(true);
  });

  it('asks what it declares and answers what it owns', () => {
    for (const { subject, owner } of allRpcs) {
      const asked = owner === service || questionsOf(services[service]).some((rpc) => rpc.subject === subject);
      expect([subject, mayPublish(service, subject)]).toEqual([subject, asked]);
      expect([subject, maySubscribe(service, subject)]).toEqual([subject, owner === service]);
    }
  });

  it('tells its own signals, and hears those that it declares, of whatever key', () => {
    const { hears = [] }: ServiceDeclaration = services[service];
    for (const signal of allSignals) {
      const told = `${signal.subject}.0192`;
      expect([told, mayPublish(service, told)]).toEqual([told, signal.owner === service]);
      expect([told, maySubscribe(service, told)]).toEqual([told, hears.includes(signal)]);
    }
  });

  it('listens on its own inbox alone and answers into those that ask it', () => {
    for (const other of declaredServices) {
      expect(maySubscribe(service, `_INBOX_${other}.x`)).toBe(other === service);
      const declared: ServiceDeclaration = services[other];
      const isAsked = other === service || questionsOf(declared).some(({ owner }) => owner === service);
      expect([other, mayPublish(service, `_INBOX_${other}.x`)]).toEqual([other, isAsked]);
    }
    expect(maySubscribe(service, 'evt.links.link-created.v1')).toBe(false);
  });

  it('reads the streams of the events that it declares, under its own name', () => {
    const streams = new Set(reads.map(({ owner, sharded }) => (sharded ? 'CLICKS_3' : `EVT_${owner.toUpperCase()}`)));
    for (const stream of ['EVT_IDENTITY', 'EVT_DOMAINS', 'EVT_LINKS', 'CLICKS_3']) {
      const may = streams.has(stream);
      expect([stream, mayPublish(service, `$JS.API.CONSUMER.CREATE.${stream}.${service}`)]).toEqual([stream, may]);
      expect(mayPublish(service, `$JS.API.CONSUMER.MSG.NEXT.${stream}.${service}`)).toBe(may);
      expect(mayPublish(service, `$JS.ACK.${stream}.${service}.1.2.3.4.5`)).toBe(may);
      expect(mayPublish(service, `$JS.ACK.${stream}.somebody.1.2.3.4.5`)).toBe(false);
    }
  });

  it("cannot take another service's durable consumer, nor empty what others own", () => {
    for (const other of declaredServices.filter((name) => name !== service)) {
      const declared: ServiceDeclaration = services[other];
      for (const { owner } of declared.reads.filter(({ sharded }) => !sharded)) {
        const stream = `EVT_${owner.toUpperCase()}`;
        for (const verb of ['CREATE', 'DELETE', 'MSG.NEXT']) {
          expect(mayPublish(service, `$JS.API.CONSUMER.${verb}.${stream}.${other}`)).toBe(false);
        }
      }
      for (const verb of ['UPDATE', 'PURGE', 'MSG.DELETE', 'DELETE']) {
        expect(mayPublish(service, `$JS.API.STREAM.${verb}.EVT_${other.toUpperCase()}`)).toBe(false);
      }
    }
    for (const verb of ['PURGE', 'MSG.GET', 'MSG.DELETE', 'DELETE']) {
      expect(mayPublish(service, `$JS.API.STREAM.${verb}.DEAD_LETTERS`)).toBe(false);
    }
  });
});

it('only redirect and analytics manage the clicks, and only analytics its leases', () => {
  for (const service of declaredServices) {
    const clicks = service === 'redirect' || service === 'analytics';
    expect([service, mayPublish(service, '$JS.API.STREAM.PURGE.CLICKS_12')]).toEqual([service, clicks]);
    expect([service, mayPublish(service, '$JS.API.STREAM.MSG.DELETE.ANALYTICS_LEASES')]).toEqual([
      service,
      service === 'analytics',
    ]);
    expect(mayPublish(service, 'lease.analytics.clicks-0')).toBe(service === 'analytics');
  }
});
