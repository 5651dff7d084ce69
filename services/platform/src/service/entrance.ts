import { lookup } from 'node:dns/promises';
import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyServerOptions } from 'fastify';
import type { BaseConfig } from '../config/service-config.js';
import type { HttpDefinition } from './define-service.js';
import { FrontDoor } from './front-door.js';
import { HttpDrain } from './http-drain.js';
import { knowPeers } from './known-peers.js';
import { limitPipelined } from './pipelined.js';
import { type BeforeStart, Relief } from './stand-in.js';

/** Where requests come in, before there is a service behind it. */
export interface Entrance {
  door: FrontDoor;
  drain: HttpDrain;
  relief: Relief;
  fastify: FastifyServerOptions;
  listen(app: NestFastifyApplication): Promise<unknown>;
  /** Ends it before there is a service: whoever is being answered by a stand-in is answered. */
  leave(): Promise<void>;
}

export async function openEntrance(definition: HttpDefinition<BaseConfig>, parts: BeforeStart): Promise<Entrance> {
  const { config, health, logger } = parts;
  const options = definition.fastify?.(config) ?? {};
  const door = new FrontDoor(options);
  knowPeers(door.server);
  limitPipelined(door.server);
  const host = await addressOf(config.HOST);
  const { standIn, before } = definition;
  const make = standIn ? () => standIn(parts, config) : null;
  const drain = new HttpDrain(door.server);
  const relief = new Relief(make, door, { port: config.PORT, host }, health, logger);
  let next: RequestListener;
  return {
    door,
    drain,
    relief,
    fastify: {
      ...options,
      serverFactory: (handler: RequestListener) => {
        next = handler;
        return door.server;
      },
    },
    listen: async (app) => {
      door.answerWith(before?.(app, next) ?? next);
      await app.listen(config.PORT, host);
    },
    leave: async () => {
      health.drain();
      drain.begin();
      if (door.server.listening) await delay(config.DRAIN_DELAY_MS);
      await relief.end(() => drain.end(() => door.ended()));
      await relief.gone();
    },
  };
}

/** Where localhost has two addresses, Fastify serves the second with a server of its own: neither bounded nor drained. */
const addressOf = async (host: string): Promise<string> =>
  host === 'localhost' ? (await lookup(host, { order: 'ipv4first' })).address : host;
