import type { Deployment } from '@linkway/kit/api';

const PLACEHOLDER = 'links.example.com';

/** A name that certificates are given for; an address, a port or a name of this machine alone gives way to an example. */
export function exampleHost(deployment: Deployment | undefined): string {
  const host = deployment?.main_domain ?? '';
  return /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !host.endsWith('.localhost') ? host : PLACEHOLDER;
}

/** As deploy/docker/README.md has it. */
export const stepsFor = (host: string) =>
  [
    { key: 'code', text: 'git clone REPOSITORY linkway\ncd linkway' },
    {
      key: 'environment',
      text: [
        `LINKWAY_SITE=${host}`,
        `LINKWAY_MAIN_DOMAIN=${host}`,
        'LINKWAY_SCHEME=https',
        'LINKWAY_HTTP_PORT=80',
        'LINKWAY_HTTPS_PORT=443',
        `LINKWAY_ADMIN_EMAIL=admin@${host}`,
      ].join('\n'),
    },
    { key: 'start', text: 'docker compose up --build --detach' },
    { key: 'sign_in', text: 'docker compose exec identity cat /secrets/admin_password' },
    { key: 'edge', text: 'LINKWAY_SITE=:80\nLINKWAY_TRUSTED_PROXIES=10.0.0.5' },
    { key: 'keep', text: 'sudo systemctl enable docker' },
    { key: 'certificate', text: 'docker compose logs edge' },
  ] as const;

export const GOOGLE_VARIABLES = 'GOOGLE_CLIENT_ID=...apps.googleusercontent.com\nGOOGLE_CLIENT_SECRET=...';

export const commands = [
  { key: 'state', text: 'docker compose ps' },
  { key: 'logs', text: 'docker compose logs --follow gateway' },
  {
    key: 'ready',
    text: `docker compose exec links node -e "fetch('http://127.0.0.1:9090/readyz').then(async r => console.log(await r.text()))"`,
  },
  { key: 'streams', text: 'docker compose run --rm events streams' },
  { key: 'dead', text: 'docker compose run --rm events dead list' },
  { key: 'back_up', text: 'docker compose exec postgres pg_dumpall -U postgres > linkway.sql' },
  { key: 'upgrade', text: 'git pull\ndocker compose up --build --detach' },
  {
    key: 'databases',
    text: 'docker compose exec postgres bash /docker-entrypoint-initdb.d/databases.sh',
  },
  { key: 'stop', text: 'docker compose stop' },
] as const;
