export type {
  Analytics,
  CreateLink,
  Domain,
  FieldError,
  GuestLink,
  LinkWithClicks as Link,
  Me,
  Overview,
  UpdateLink,
  User,
} from '@linkway/contracts';
export { api, type ApiClient, body } from './client';
export { ApiProblem, asProblem } from './problem';
