/** Something that the person at the terminal can put right: shown as one line, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
