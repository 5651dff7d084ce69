/** For how long the deletion of an account can be taken back. */
export const DELETION_GRACE_DAYS = 14;
