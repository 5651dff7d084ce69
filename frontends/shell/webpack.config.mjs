import { shellConfig } from '@linkway/kit/build';

export default (_env, { mode }) =>
  shellConfig({
    dir: import.meta.dirname,
    entry: './src/main.tsx',
    template: './src/index.html',
    production: mode === 'production',
    port: 3000,
    // What an address needs beyond the first script.
    preload: { '/dashboard': { part: './frame/dashboard-frame', texts: 'frame' } },
  });
