# [[service]]

| | |
| --- | --- |
| Owns | table `[[nouns]]` in the database `linkway_[[service]]` |
| Answers | nothing yet (`@Rpc` on a controller) |
| Tells | nothing yet (`npm run generate -- event [[service]] NAME`) |
| Listens to | nothing yet (`@OnEvent` on a consumer) |

## Run it alone

```sh
npm run build -w @linkway/[[service]]
DATABASE_URL=postgres://... NATS_URL=nats://127.0.0.1:4222 npm start -w @linkway/[[service]]
```

Settings are in `src/config.ts`; those that every service has are in [platform](../platform/README.md).

## Tests

`npm test -w @linkway/[[service]]` beside the code, `npm run test:integration -w @linkway/[[service]]` on a real PostgreSQL and NATS.

## Runbook

- **`/readyz` fails with `postgres`**: the database does not answer; the service waits for it and goes on by itself.
