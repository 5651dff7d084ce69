import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError, type AppLogger } from '@linkway/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { pathOf } from '../http/request-target.js';
import { newNonce, pagePolicy } from './csp.js';
import { isPage } from './pages.js';
import { askedBy } from './tabs/asked-by.js';
import { DashboardHead } from './tabs/dashboard-head.js';
import { cacheControl, filesAtRoot, originsOf, type Remote, remotesOf } from './web-files.js';

const NONCE = /__CSP_NONCE__/g;
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /dashboard\n';

/** The web app and its remotes on this port. Returns what answers a path that nothing else took. */
export async function serveWeb(
  instance: FastifyInstance,
  config: GatewayConfig,
  logger: AppLogger,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const root = resolve(config.WEB_ROOT);
  const remotes = remotesOf(config);
  const head = new DashboardHead(root, remotes, logger);
  const page = pageSender(root, remotes, head, config.COOKIE_SECURE);
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
    instance.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
  if (!files.includes('favicon.ico') && files.includes('favicon.svg')) {
    instance.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg'));
  }
  instance.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await head.config()),
  );
  instance.get('/', page);
  return page;
}

/** A build may replace the page; who asks for it many times does not make as many readers of the file. */
const PAGE_KEPT_MS = 1_000;

function pageReader(root: string): () => Promise<string> {
  let page: Promise<string> | null = null;
  let readAt = 0;
  return () => {
    if (page === null || Math.abs(Date.now() - readAt) >= PAGE_KEPT_MS) {
      readAt = Date.now();
      page = readFile(join(root, 'index.html'), 'utf8');
    }
    return page;
  };
}

// A fresh nonce for each answer, so browsers never keep the page.
function pageSender(root: string, remotes: Remote[], head: DashboardHead, https: boolean) {
  const origins = originsOf(remotes);
  const read = pageReader(root);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [html, tags] = await Promise.all([read(), head.tags(askedBy(request))]);
    const nonce = newNonce();
    return reply
      .code(isPage(pathOf(request)) ? 200 : 404)
      .header('content-security-policy', pagePolicy(nonce, origins, https))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withTags(html, tags).replace(NONCE, nonce));
  };
}

const withTags = (html: string, { head, body }: { head: string; body: string }): string =>
  html.replace('</head>', () => `${head}</head>`).replace('<div id="root">', () => `${body}<div id="root">`);
