/** As deploy/docker/README.md has it. */
const stepsFor = (host: string) =>
  [
    { key: 'steps.code', text: 'git clone REPOSITORY linkway\ncd linkway' },
    {
      key: 'steps.environment',
      text: [
        `LINKWAY_SITE=${host}`,
        `LINKWAY_MAIN_DOMAIN=${host}`,
        'LINKWAY_SCHEME=https',
        'LINKWAY_HTTP_PORT=80',
        'LINKWAY_HTTPS_PORT=443',
        `LINKWAY_ADMIN_EMAIL=admin@${host}`,
      ].join('\n'),
    },
    { key: 'steps.start', text: 'docker compose up --build --detach' },
    { key: 'steps.sign_in', text: 'docker compose exec identity cat /secrets/admin_password' },
    { key: 'steps.edge', text: 'LINKWAY_SITE=:80\nLINKWAY_TRUSTED_PROXIES=10.0.0.5' },
    { key: 'steps.keep', text: 'sudo systemctl enable docker' },
    { key: 'steps.certificate', text: 'docker compose logs edge' },
  ] as const;

const GOOGLE_VARIABLES = 'GOOGLE_CLIENT_ID=...apps.googleusercontent.com\nGOOGLE_CLIENT_SECRET=...';

const commands = [
  { key: 'commands.state', text: 'docker compose ps' },
  { key: 'commands.logs', text: 'docker compose logs --follow gateway' },
  {
    key: 'commands.ready',
    text: `docker compose exec links node -e "fetch('http://127.0.0.1:9090/readyz').then(async r => console.log(await r.text()))"`,
  },
  { key: 'commands.streams', text: 'docker compose run --rm events streams' },
  { key: 'commands.dead', text: 'docker compose run --rm events dead list' },
  { key: 'commands.back_up', text: 'docker compose exec postgres pg_dumpall -U postgres > linkway.sql' },
  { key: 'commands.upgrade', text: 'git pull\ndocker compose up --build --detach' },
  {
    key: 'commands.databases',
    text: 'docker compose exec postgres bash /docker-entrypoint-initdb.d/databases.sh',
  },
  { key: 'commands.stop', text: 'docker compose stop' },
] as const;

export const compose = {
  text: 'steps.text',
  stepsFor,
  google: GOOGLE_VARIABLES,
  commandsText: 'commands.text',
  commands,
} as const;
