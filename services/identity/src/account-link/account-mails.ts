import type { User } from '../user/user.entity.js';

/** An address of the web app, with the token of a link where it has one: behind the #, which browsers send to no server and no log has. */
export function webAddress(publicUrl: string, path: string, token?: string): string {
  const address = new URL(path, publicUrl);
  if (token !== undefined) address.hash = `token=${encodeURIComponent(token)}`;
  return address.href;
}

// What a mail program would make a link of, whatever stands behind it; browsers take the full stops of the East for dots, too.
const ADDRESS = /:\/\/|\bwww[.\u3002\uff0e\uff61]|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}{2,}/iu;

/**
 * How a mail calls its recipient. Anybody may register any address under any name, and so send its owner what the name says: one that
 * reads as a web address is not said.
 */
export const nameInMail = ({ email, full_name }: Pick<User, 'email' | 'full_name'>): string =>
  ADDRESS.test(full_name) ? email : full_name;

/** To whom a mail to an account goes. */
export const recipientOf = ({ id, email, profile }: User) => ({
  user_id: id,
  email,
  time_zone: profile.timezone,
});
