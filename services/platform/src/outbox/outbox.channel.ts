/** Tells every relay of the database that there is something to publish. */
export const OUTBOX_CHANNEL = 'linkway_outbox';
