/** The installation's own link, of every installation: of any number of processes that make it one does. */
export const EXAMPLE_ID = '01900000-0000-7000-8000-00000000e4a1';
