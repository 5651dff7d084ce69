import { fileURLToPath } from 'node:url';
// oxlint-disable-next-line no-restricted-imports -- the set-up of tests is the workspace's; it is no part of what the kit ships
import base from '@linkway/checks/jest.config.mjs';

const path = (file) => fileURLToPath(new URL(file, import.meta.url));

// As everywhere, but the JSON of the texts keeps its import attribute, which Node's modules ask for.
const [[pattern, [transformer, options]]] = Object.entries(base.transform);
const transform = {
  [pattern]: [transformer, { ...options, jsc: { ...options.jsc, experimental: { keepImportAttributes: true } } }],
};

export default {
  ...base,
  transform,
  testEnvironment: path('./environment.mjs'),
  testMatch: [...base.testMatch, '<rootDir>/**/*.spec.mjs'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['tsx', 'ts', 'js', 'mjs', 'json'],
  moduleNameMapper: {
    ...base.moduleNameMapper,
    // Class names as written, so that a test may look for one.
    '\\.module\\.css$': path('./css-module.mjs'),
    '\\.svg$': path('./file.mjs'),
    // The run-time of federation needs a built remote; the real one is tried in Chromium.
    '^@module-federation/enhanced/runtime$': path('./federation.ts'),
    // Of antd's style sheets, which no test of a page looks at.
    '^\\./hooks/useStyleRegister$': path('./antd-style.cjs'),
    // Charts draw on a canvas, which jsdom has not.
    '^\\./marks$': path('./marks.tsx'),
  },
};
