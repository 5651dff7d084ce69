/** For pages that the build draws: an address that nothing changes. Never in a browser. */
export { StaticRouter } from 'react-router';
