import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sendCsrfToken } from './send-csrf-token.js';

const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The OpenAPI document as the contracts generate it, and pages to read it and try it. */
export async function serveDocs(instance: FastifyInstance): Promise<void> {
  const file = createRequire(import.meta.url).resolve('@linkway/contracts/openapi.json');
  // Asked for so rarely that its 2 MB are not kept.
  instance.get('/api/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(file)),
  );
  const document = JSON.parse(await readFile(file, 'utf8'));
  await instance.register(swagger, { mode: 'static', specification: { document } });
  await instance.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_CSP,
    // Without the bar at the top, whose logo has inline styles.
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      deepLinking: true,
      requestInterceptor: sendCsrfToken,
    },
    theme: { title: 'Linkway API' },
  });
}
