export type {
  AdminUser,
  Analytics,
  ApiKey,
  ClickedLinks,
  CreateApiKey,
  CreateLink,
  Domain,
  FieldError,
  GuestLink,
  InboxMail,
  LinkWithClicks as Link,
  MailSettings,
  MailTemplate,
  Me,
  NewApiKey,
  Overview,
  PlacedSession,
  Profile,
  RenderedMail,
  TwoFactor,
  UpdateLink,
  UpdateMailSettings,
  UpdateUser,
  User,
} from '@linkway/contracts';
export { type ApiClient, api, body } from './client';
export { ApiProblem, asProblem } from './problem';
export { type ProblemTexts, useProblemTexts } from './problem-texts';
