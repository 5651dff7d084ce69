import { readFileSync } from 'node:fs';
import { transformSync } from '@swc/core';

/**
 * A small script as it goes into a page itself, whose names are no other script's. `values`: in the place of the names that it does not
 * have itself.
 */
export const inlineScript = (file, values = {}) => `{${minified(file, values)}}`;

const minified = (file, values) =>
  transformSync(readFileSync(file, 'utf8'), {
    minify: true,
    jsc: {
      target: 'es2020',
      minify: { compress: { global_defs: values }, mangle: true },
    },
  }).code;
