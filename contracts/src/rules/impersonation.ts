/** An administrator is somebody else for so long at most; then it has to be begun anew. */
export const IMPERSONATION_MINUTES = 60;

export const MAX_IMPERSONATION_REASON_LENGTH = 200;
