import { isDeclaredService, NATS_OPERATOR } from '@linkway/contracts';
import { natsUsers } from '../embedded/index.js';

const PASSWORD = 'linkway';

/** Every service runs under its real permissions; a test itself, which signs in as nobody, may do everything. */
export const natsAccess = { users: natsUsers(() => PASSWORD), anonymous: NATS_OPERATOR };

/** The user of a service; a name that is no service's, as of a service made for a test, is an operator's. */
export const natsUserOf = (name: string): Record<string, string> => ({
  NATS_USER: isDeclaredService(name) ? name : NATS_OPERATOR,
  NATS_PASSWORD: PASSWORD,
});
