import { setSourceMapsSupport } from 'node:module';

// Loaded ahead of a service (`node --import`): stacks tell of its sources. `--enable-source-maps` would also keep the maps of all
// libraries in memory, 12 MB, for lines that nobody of us has written.
setSourceMapsSupport(true, { nodeModules: false });
