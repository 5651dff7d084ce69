/** How often an account may have its data exported within an hour. */
export const DATA_EXPORTS_PER_HOUR = 5;
