const VALUES = 'linkway-values.yaml';
const EVENTS = 'kubectl -n linkway exec deployment/linkway-events -- node services/platform/dist/events-cli/main.js';
const SERVICES = 'gateway identity links redirect analytics domains content';

/** As helm/linkway/README.md has it. */
const stepsFor = (host: string) =>
  [
    { key: 'helm.steps.code', text: 'git clone REPOSITORY linkway\ncd linkway' },
    {
      key: 'helm.steps.images',
      text: [
        `for service in ${SERVICES}; do`,
        '  docker build -f deploy/docker/Dockerfile --build-arg SERVICE=$service -t REGISTRY/linkway/$service:TAG .',
        '  docker push REGISTRY/linkway/$service:TAG',
        'done',
      ].join('\n'),
    },
    {
      key: 'helm.steps.stores',
      text: [
        'umask 077',
        'mkdir -p linkway-secrets/store',
        'for service in identity domains content links redirect; do',
        '  printf %s "postgres://USER:PASSWORD@HOST:5432/linkway_$service" > linkway-secrets/store/${service}_database_url',
        'done',
        "printf %s 'PASSWORD' > linkway-secrets/store/clickhouse_password",
      ].join('\n'),
    },
    {
      key: 'helm.steps.secrets',
      text: 'kubectl create namespace linkway\nsh helm/secrets.sh linkway linkway-secrets',
    },
    {
      key: 'helm.steps.values',
      text: [
        'global:',
        '  image: { registry: REGISTRY, tag: TAG }',
        `  mainDomain: ${host}`,
        `  adminEmail: admin@${host}`,
        '  natsUrl: nats://nats-0.nats:4222,nats://nats-1.nats:4222,nats://nats-2.nats:4222',
        '  clickhouse: { url: "http://clickhouse.clickhouse:8123" }',
        '  trustedProxies: [10.0.0.0/8]',
        'ingress:',
        '  enabled: true',
        `  tls: [{ secretName: linkway-tls, hosts: [${host}] }]`,
      ].join('\n'),
    },
    {
      key: 'helm.steps.install',
      text: `helm upgrade --install linkway helm/linkway -n linkway -f ${VALUES}`,
    },
    {
      key: 'helm.steps.nats',
      text: "kubectl -n linkway get configmap/linkway-nats -o jsonpath='{.data.authorization\\.conf}'",
    },
    {
      key: 'helm.steps.wait',
      text: 'kubectl -n linkway rollout status statefulset/linkway-redirect\nkubectl -n linkway rollout status deployment/linkway-gateway',
    },
    {
      key: 'helm.steps.sign_in',
      text: "kubectl -n linkway get secret linkway-identity -o jsonpath='{.data.admin_password}' | base64 -d",
    },
    { key: 'helm.steps.certificate', text: 'kubectl -n linkway describe ingress linkway' },
  ] as const;

const google = [
  'mkdir -p linkway-secrets/own/gateway',
  "printf %s '...' > linkway-secrets/own/gateway/google_client_secret",
  'sh helm/secrets.sh linkway linkway-secrets',
  `helm upgrade linkway helm/linkway -n linkway -f ${VALUES} --set global.google.clientId=...apps.googleusercontent.com`,
].join('\n');

const commands = [
  { key: 'helm.commands.state', text: 'kubectl -n linkway get pods' },
  { key: 'helm.commands.logs', text: 'kubectl -n linkway logs --follow deployment/linkway-gateway' },
  {
    key: 'helm.commands.ready',
    text: 'kubectl -n linkway port-forward deployment/linkway-links 9090 &\ncurl http://127.0.0.1:9090/readyz',
  },
  { key: 'helm.commands.open', text: 'kubectl -n linkway port-forward service/linkway-edge 8080:80' },
  { key: 'helm.commands.streams', text: `${EVENTS} streams` },
  { key: 'helm.commands.dead', text: `${EVENTS} dead list` },
  {
    key: 'helm.commands.back_up',
    text: [
      'for service in identity domains content links redirect; do',
      '  pg_dump "$(cat linkway-secrets/store/${service}_database_url)" > $service.sql',
      'done',
    ].join('\n'),
  },
  {
    key: 'helm.commands.upgrade',
    text: [
      'git pull',
      'sh helm/secrets.sh linkway linkway-secrets',
      `helm upgrade linkway helm/linkway -n linkway -f ${VALUES} --set global.image.tag=TAG`,
      'kubectl -n linkway rollout status deployment/linkway-gateway',
    ].join('\n'),
  },
  { key: 'helm.commands.roll_back', text: 'helm history linkway -n linkway\nhelm rollback linkway -n linkway' },
  {
    key: 'helm.commands.stop',
    text: 'kubectl -n linkway scale deployment,statefulset -l app.kubernetes.io/instance=linkway --replicas=0',
  },
] as const;

export const helm = {
  text: 'helm.steps.text',
  stepsFor,
  google,
  commandsText: 'helm.commands.text',
  commands,
} as const;
