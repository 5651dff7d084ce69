import { api, body } from '@linkway/kit/api';

/** Sends the confirmation mail once more. Answered alike for an address that has no account. */
export async function sendConfirmation(email: string): Promise<void> {
  await body(api.POST('/api/auth/resend-confirmation', { body: { email } }));
}
