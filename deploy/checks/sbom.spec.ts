import { describe, expect, it } from '@jest/globals';
import { faultsOf, onlyShipped, withPrograms } from './sbom.mjs';

const npmList = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: { name: 'folder', version: '0.1.0' } },
  components: [
    { name: 'zod', version: '4.6.7', purl: 'pkg:npm/zod@4.6.7' },
    { name: 'core', version: '1.0.0', purl: 'pkg:npm/%40nestjs/core@1.0.0' },
  ],
};
const node = { name: 'node', version: '24.21.0', license: 'MIT', purl: 'pkg:github/nodejs/node@v24.21.0' };

describe('the list of parts', () => {
  it('has the programs beside the packages, and the name of the product', () => {
    const bom = withPrograms(npmList, [node]);
    expect(bom.components.map(({ name }: { name: string }) => name)).toEqual(['zod', 'core', 'node']);
    expect(bom.metadata.component.name).toBe('linkway');
    expect(faultsOf(bom, [{ name: '@nestjs/core', version: '1.0.0' }], ['node'])).toEqual([]);
  });

  it('leaves out what is for development only', () => {
    const bom = onlyShipped(npmList, [{ name: '@nestjs/core', version: '1.0.0' }]);
    expect(bom.components.map(({ name }: { name: string }) => name)).toEqual(['core']);
  });

  it('is refused where a package that ships or a program is missing', () => {
    expect(faultsOf(npmList, [{ name: 'zod', version: '5.0.0' }], ['node'])).toEqual([
      'zod@5.0.0 is missing',
      'node is missing',
    ]);
    expect(faultsOf({ components: [] }, [], [])).toEqual(['it is not CycloneDX']);
  });
});
