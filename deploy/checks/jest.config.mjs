import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const browser = process.cwd().includes('/frontends/');

/** One set-up for every project: ESM, swc, sources (not dist) of contracts, platform and kit. */
export default {
  rootDir: process.cwd(),
  reporters: ['default', `${root}/deploy/checks/jest-results.mjs`],
  globalSetup: `${root}/deploy/checks/jest-built.mjs`,
  testEnvironment: browser ? 'jsdom' : 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testMatch: ['<rootDir>/**/*.spec.ts', '<rootDir>/**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: browser, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
            react: { runtime: 'automatic' },
          },
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@linkway/contracts$': `${root}/contracts/src/index.ts`,
    '^@linkway/contracts/errors$': `${root}/contracts/src/errors/index.ts`,
    '^@linkway/contracts/rules$': `${root}/contracts/src/rules/index.ts`,
    '^@linkway/contracts/client$': `${root}/contracts/generated/client.ts`,
    '^@linkway/platform$': `${root}/services/platform/src/index.ts`,
    '^@linkway/platform/(testkit|embedded|geo|visitor)$': `${root}/services/platform/src/$1/index.ts`,
    '\\.css$': `${root}/deploy/checks/jest-style-stub.mjs`,
  },
  testTimeout: 30_000,
};
