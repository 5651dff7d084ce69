import { setTimeout as delay } from 'node:timers/promises';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientNats, type MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { v7 as uuidv7 } from 'uuid';
import { type BaseConfig, loadConfig } from '../config/service-config.js';
import { EventPublisher } from '../events/event-publisher.js';
import { EventTail } from '../events/event-tail.js';
import { JetStreamStrategy } from '../events/jetstream.strategy.js';
import { AdminServer } from '../health/admin-server.js';
import { Health } from '../health/health.js';
import { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { NatsService, natsOptions } from '../nats/nats.service.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { RpcServer } from '../rpc/rpc-server.js';
import { Tracing } from '../telemetry/tracing.js';
import type { Environment, RunningService, ServiceDefinition, StartOptions } from './define-service.js';
import { PlatformModule, type ServiceParts } from './platform.module.js';

@Module({})
class ServiceRoot {}

/** Open requests over NATS get this long to finish once the service stops taking new ones. */
const RPC_GRACE_MS = 100;

/** Starts a service: configuration, tracing, health, NATS, Nest, then its port. See `RunningService`. */
export async function startService(
  definition: ServiceDefinition,
  environment: Environment,
  options: StartOptions,
): Promise<RunningService> {
  const config = loadConfig(definition.config, environment) as unknown as BaseConfig;
  const parts = await makeParts(definition.name, config, options);
  const { health } = parts;
  const opened: (() => Promise<unknown>)[] = [() => closeParts(parts)];
  try {
    const admin = await AdminServer.listen(health, parts.metrics, config.ADMIN_HOST, config.ADMIN_PORT);
    opened.push(() => admin.close());
    health.register('nats', () => parts.nats.check());
    const app = await createApp(definition, parts);
    opened.push(() => app.close());
    await definition.http?.configure?.(app, config);
    // Modules seed their data in onModuleInit, so requests and events come after it.
    await app.init();
    await app.startAllMicroservices();
    if (definition.http) await app.listen(config.PORT, config.HOST);
    health.markStarted();
    return await running(definition, app, parts, admin);
  } catch (error) {
    for (const close of opened.reverse()) await close().catch(() => undefined);
    throw error;
  }
}

async function running(
  definition: ServiceDefinition,
  app: NestFastifyApplication,
  parts: ServiceParts,
  admin: AdminServer,
): Promise<RunningService> {
  const { health, logger } = parts;
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
      stopping ??= stop(app, parts, admin);
      return stopping;
    },
  };
}

async function makeParts(name: string, config: BaseConfig, options: StartOptions): Promise<ServiceParts> {
  const instance = config.INSTANCE_ID || uuidv7();
  const logger = AppLogger.create(name, instance, config);
  const tracing = new Tracing(name, instance, config.OTEL_EXPORTER_OTLP_ENDPOINT, options.spanProcessors);
  const metrics = new Metrics(name);
  metrics.collectProcess();
  const lostLines = metrics.counter('log_lines_lost_total', 'Log lines that the disk did not take');
  logger.onLost((lines) => lostLines.inc(lines));
  const nats = await NatsService.open(config, `${name}-${instance}`, logger);
  return {
    name,
    config,
    logger,
    tracing,
    metrics,
    health: new Health(),
    nats,
    rpc: new RpcClient(new ClientNats(natsOptions(config, `${name}-rpc`)), tracing),
    publisher: new EventPublisher(nats, tracing, name, config.STREAM_REPLICAS),
    tail: new EventTail(nats, logger, config.STREAM_REPLICAS),
  };
}

async function createApp(definition: ServiceDefinition, parts: ServiceParts): Promise<NestFastifyApplication> {
  const { config, logger, tracing, nats, metrics, health, name } = parts;
  const root: DynamicModule = { module: ServiceRoot, imports: [PlatformModule.of(parts), definition.module] };
  const adapter = new FastifyAdapter(definition.http?.fastify?.(config) ?? {});
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { logger, abortOnError: false });
  const rpcOptions = {
    ...natsOptions(config, `${name}-server`),
    queue: name,
    gracefulShutdown: true,
    gracePeriod: RPC_GRACE_MS,
  };
  app.connectMicroservice<MicroserviceOptions>({ strategy: new RpcServer(rpcOptions, tracing, logger) });
  app.connectMicroservice<MicroserviceOptions>({
    strategy: new JetStreamStrategy({
      service: name,
      replicas: config.STREAM_REPLICAS,
      nats,
      logger,
      tracing,
      metrics,
      health,
    }),
  });
  return app;
}

async function stop(app: NestFastifyApplication, parts: ServiceParts, admin: AdminServer): Promise<void> {
  parts.health.drain();
  if (parts.config.DRAIN_DELAY_MS > 0) await delay(parts.config.DRAIN_DELAY_MS);
  await app.close();
  await admin.close();
  await closeParts(parts);
  parts.logger.info('stopped');
}

async function closeParts({ tail, rpc, nats, tracing }: ServiceParts): Promise<void> {
  tail.close();
  await rpc.close();
  await nats.close();
  await tracing.shutdown();
}
