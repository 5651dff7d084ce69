export type {
  Analytics,
  ClickedLinks,
  CreateLink,
  Domain,
  FieldError,
  GuestLink,
  LinkWithClicks as Link,
  Me,
  Overview,
  PlacedSession,
  Profile,
  TwoFactor,
  UpdateLink,
  User,
} from '@linkway/contracts';
export { type ApiClient, api, body } from './client';
export { ApiProblem, asProblem } from './problem';
export { type ProblemTexts, useProblemTexts } from './problem-texts';
