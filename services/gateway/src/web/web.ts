import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError, type AppLogger } from '@linkway/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { originOf, pageSender } from './html-pages.js';
import { robots, sitemap } from './sitemap.js';
import { DashboardHead } from './tabs/dashboard-head.js';
import { cacheControl, filesAtRoot, originsOf, remotesOf } from './web-files.js';

/** The web app and its remotes on this port. Returns what answers a path that nothing else took. */
export async function serveWeb(
  instance: FastifyInstance,
  config: GatewayConfig,
  logger: AppLogger,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const root = resolve(config.WEB_ROOT);
  const remotes = remotesOf(config);
  const head = new DashboardHead(root, remotes, logger);
  const page = pageSender({
    root,
    head,
    origins: originsOf(remotes),
    https: config.COOKIE_SECURE,
    publicUrl: config.PUBLIC_URL,
    google: config.GOOGLE_CLIENT_ID !== '',
  });
  await instance.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cacheControl(path, root));
      // Text, which the plugin takes for a picture without a character set.
      if (/\.svg(\.(br|gz))?$/.test(path)) void reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });

  const wildcard = (request: FastifyRequest) => (request.params as { '*': string })['*'];
  instance.get('/assets/*', (request, reply) => reply.sendFile(wildcard(request), join(root, 'assets')));
  for (const { name, folder } of remotes) {
    if (folder) instance.get(`/remotes/${name}/*`, (request, reply) => reply.sendFile(wildcard(request), folder));
  }
  const nothing = () => {
    throw new AppError('request.not_found');
  };
  instance.get('/remotes/*', nothing);

  const files = filesAtRoot(root);
  for (const file of files) instance.get(`/${file}`, (_request, reply) => reply.sendFile(file));
  if (!files.includes('robots.txt'))
    instance.get('/robots.txt', (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send(robots(originOf(request, config.PUBLIC_URL))),
    );
  instance.get('/sitemap.xml', (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(sitemap(originOf(request, config.PUBLIC_URL))),
  );
  if (!files.includes('favicon.ico') && files.includes('favicon.svg')) {
    instance.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg'));
  }
  instance.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await head.config()),
  );
  instance.get('/', page);
  return page;
}
