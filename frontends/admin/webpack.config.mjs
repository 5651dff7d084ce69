import { remoteConfig, standaloneConfig } from '@linkway/kit/build';

const dir = import.meta.dirname;

export default ({ standalone } = {}, { mode } = {}) =>
  standalone
    ? standaloneConfig({ dir, entry: './standalone/main.tsx', template: './standalone/index.html', port: 3002 })
    : remoteConfig({
        dir,
        name: 'admin',
        exposes: { './tab': './src/tab.tsx' },
        production: mode === 'production',
      });
