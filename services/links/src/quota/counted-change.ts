/**
 * The part of a statement that counts a change of workspace `$1` with the rows of `from`: none where it has made too many. The hour and
 * the limit are its parameters from number `first` on.
 */
export const changeCountedIn = (from: string, first: number): string => `
    INSERT INTO change_usage (key, hour, used) SELECT $1::uuid::text, $${first}, 1 FROM ${from} WHERE $${first + 1}::bigint > 0
    ON CONFLICT (key, hour) DO UPDATE SET used = change_usage.used + 1 WHERE change_usage.used < $${first + 1}::bigint
    RETURNING 1`;
