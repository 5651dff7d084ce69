import { setTimeout as delay } from 'node:timers/promises';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { v7 as uuidv7 } from 'uuid';
import { type BaseConfig, loadConfig } from '../config/service-config.js';
import { EventPublisher } from '../events/event-publisher.js';
import { EventTail } from '../events/event-tail.js';
import { JetStreamStrategy } from '../events/jetstream.strategy.js';
import { StreamKeeper } from '../events/stream-keeper.js';
import { AdminServer } from '../health/admin-server.js';
import { Health } from '../health/health.js';
import { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { NatsService, natsOptions } from '../nats/nats.service.js';
import { EventPositions } from '../position/event-positions.js';
import { positionPace } from '../position/position-keeper.js';
import type { Neighbours } from '../rpc/neighbours.js';
import { RequestClient } from '../rpc/request-client.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { RpcServer } from '../rpc/rpc-server.js';
import { Signals } from '../signals/signals.js';
import { Tracing } from '../telemetry/tracing.js';
import type { Environment, RunningService, ServiceDefinition, StartOptions } from './define-service.js';
import { type Entrance, openEntrance } from './entrance.js';
import type { HttpDrain } from './http-drain.js';
import { PlatformModule, type ServiceParts } from './platform.module.js';
import { SilentStores } from './silent-stores.js';
import type { Relief } from './stand-in.js';

@Module({})
class ServiceRoot {}

/** What brings work into a service, in the order in which it is shut. */
interface Doors {
  app: NestFastifyApplication;
  http: HttpDrain | null;
  relief: Relief | null;
  rpc: RpcServer;
  events: JetStreamStrategy;
}
const POSITIONS = Symbol('POSITIONS');
/** Only a service with a database keeps how far it came beside its data. */
const positionsProvider = {
  provide: POSITIONS,
  inject: [{ token: EventPositions, optional: true }],
  useFactory: (positions?: EventPositions) => ({ positions: positions ?? null }),
};

/** Starts a service: configuration, tracing, health, NATS, Nest, then its port. See `RunningService`. */
export async function startService(
  definition: ServiceDefinition,
  environment: Environment,
  options: StartOptions,
): Promise<RunningService> {
  const config = loadConfig(definition.config, environment) as unknown as BaseConfig;
  const basis = makeBasis(definition.name, config, options);
  const { health } = basis;
  const opened: (() => Promise<unknown>)[] = [() => basis.tracing.shutdown()];
  try {
    // First, so that a service that waits can be asked what it waits for.
    const admin = await AdminServer.listen(health, basis.metrics, config.ADMIN_HOST, config.ADMIN_PORT);
    opened.push(() => admin.close());
    const entrance = definition.http ? await openEntrance(definition.http, basis) : null;
    if (entrance) {
      options.early?.set(() => entrance.leave());
      opened.push(async () => {
        await entrance.relief.end(() => entrance.door.close());
        await entrance.relief.gone();
      });
    }
    const parts = await makeParts(basis, options.neighbours);
    opened.push(() => closeParts(parts));
    entrance?.relief.reach(parts);
    const doors = await createApp(definition, parts, entrance, options);
    const { app } = doors;
    opened.push(() => app.close());
    await definition.http?.configure?.(app, config);
    // Modules seed their data in onModuleInit, so requests and events come after it.
    await app.init();
    await app.startAllMicroservices();
    await entrance?.relief.end(() => entrance.listen(app));
    options.early?.set(null);
    parts.streams.start();
    health.markStarted();
    return await running(definition, doors, parts, admin);
  } catch (error) {
    for (const close of opened.reverse()) await close().catch(() => undefined);
    throw error;
  }
}

async function running(
  definition: ServiceDefinition,
  doors: Doors,
  parts: ServiceParts,
  admin: AdminServer,
): Promise<RunningService> {
  const { health, logger } = parts;
  const { app } = doors;
  const httpUrl = definition.http ? await app.getUrl() : null;
  logger.info('started', { admin_url: admin.url, http_url: httpUrl });

  let stopping: Promise<void> | null = null;
  return {
    name: definition.name,
    adminUrl: admin.url,
    httpUrl,
    get: (token) => app.get(token, { strict: false }),
    ready: async () => (await health.report()).ready,
    stop: () => {
      stopping ??= stop(doors, parts, admin);
      return stopping;
    },
  };
}

/** What a service has before it reaches NATS. */
type Basis = Pick<ServiceParts, 'name' | 'config' | 'logger' | 'tracing' | 'metrics' | 'health'> & { instance: string };

function makeBasis(name: string, config: BaseConfig, options: StartOptions): Basis {
  const instance = config.INSTANCE_ID || uuidv7();
  const logger = AppLogger.create(name, instance, config);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  const tracing = new Tracing(name, instance, endpoint, options.spanProcessors, share);
  const metrics = new Metrics(name);
  metrics.collectProcess();
  const lostLines = metrics.counter('log_lines_lost_total', 'Log lines that the disk did not take');
  logger.onLost((lines) => lostLines.inc(lines));
  return { name, instance, config, logger, tracing, metrics, health: new Health() };
}

/** Waits for NATS as long as it takes; `/readyz` says so meanwhile. */
async function makeParts({ instance, ...basis }: Basis, neighbours?: Neighbours): Promise<ServiceParts> {
  const { name, config, logger, tracing, metrics, health } = basis;
  const nats = await NatsService.open(config, name, instance, logger, health.waitFor('nats'));
  health.register('nats', () => nats.check());
  const stores = new SilentStores(logger);
  stores.register('nats', { ask: () => nats.ask(), giveUp: () => nats.close() });
  return {
    ...basis,
    nats,
    stores,
    rpc: new RpcClient(new RequestClient(natsOptions(config, `${name}-rpc`), neighbours), tracing, metrics),
    publisher: new EventPublisher(nats, tracing, name),
    tail: new EventTail(nats, logger),
    streams: new StreamKeeper(nats, health, logger, metrics),
    signals: new Signals(nats, logger),
  };
}

async function createApp(
  definition: ServiceDefinition,
  parts: ServiceParts,
  entrance: Entrance | null,
  { positionPace: pace = positionPace, neighbours }: StartOptions,
): Promise<Doors> {
  const { config, logger, tracing, nats, metrics, health, name } = parts;
  const root: DynamicModule = {
    module: ServiceRoot,
    imports: [PlatformModule.of(parts), definition.module],
    providers: [positionsProvider],
  };
  // While it drains, a request on a connection that is still open is answered as ever.
  const adapter = new FastifyAdapter({ return503OnClosing: false, ...entrance?.fastify });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { logger, abortOnError: false });
  const bounds = { atOnce: config.REQUESTS_AT_ONCE, queued: config.REQUESTS_QUEUED };
  const rpc = new RpcServer(
    { ...natsOptions(config, `${name}-server`), queue: name },
    tracing,
    logger,
    metrics,
    bounds,
    neighbours,
  );
  const events = new JetStreamStrategy({
    service: name,
    nats,
    logger,
    tracing,
    metrics,
    health,
    pace,
    positions: () => app.get<{ positions: EventPositions | null }>(POSITIONS).positions,
  });
  app.connectMicroservice<MicroserviceOptions>({ strategy: rpc });
  app.connectMicroservice<MicroserviceOptions>({ strategy: events });
  return { app, http: entrance?.drain ?? null, relief: entrance?.relief ?? null, rpc, events };
}

/**
 * No new work, then the end of what is under way, from the outside in: whoever finishes may still need what comes later.
 * Nest would end its providers first, under the feet of requests.
 */
async function stop({ app, http, relief, rpc, events }: Doors, parts: ServiceParts, admin: AdminServer): Promise<void> {
  parts.health.drain();
  http?.begin();
  if (parts.config.DRAIN_DELAY_MS > 0) await delay(parts.config.DRAIN_DELAY_MS);
  await http?.end(() => app.getHttpAdapter().close());
  await relief?.gone();
  // Whoever asked over HTTP is answered by now, with the stores as they were.
  const ended = new AbortController();
  parts.stores.watch(ended.signal);
  try {
    await rpc.close();
    await events.close();
    await app.close();
  } finally {
    ended.abort();
  }
  await admin.close();
  await closeParts(parts);
  await parts.tracing.shutdown();
  parts.logger.info('stopped');
}

async function closeParts({ tail, streams, signals, rpc, nats }: ServiceParts): Promise<void> {
  tail.close();
  streams.close();
  signals.close();
  await rpc.close();
  await nats.close();
}
