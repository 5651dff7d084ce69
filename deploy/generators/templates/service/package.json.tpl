{
  "name": "@linkway/[[service]]",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "license": "Apache-2.0",
  "exports": {
    ".": {
      "types": "./src/main.ts",
      "default": "./dist/main.js"
    }
  },
  "scripts": {
    "build": "swc src -d dist --strip-leading-paths --config-file ../../.swcrc",
    "typecheck": "tsc -p tsconfig.json",
    "test": "node ../../deploy/checks/jest.mjs --together src",
    "test:integration": "node ../../deploy/checks/jest.mjs --runInBand --together test",
    "start": "node --import @linkway/platform/source-maps dist/main.js"
  },
  "dependencies": {
    "@linkway/contracts": "*",
    "@linkway/platform": "*",
    "@nestjs/common": "[[version:@nestjs/common]]",
    "@nestjs/core": "[[version:@nestjs/core]]",
    "@nestjs/microservices": "[[version:@nestjs/microservices]]",
    "@nestjs/platform-fastify": "[[version:@nestjs/platform-fastify]]",
    "@nestjs/typeorm": "[[version:@nestjs/typeorm]]",
    "pg": "[[version:pg]]",
    "reflect-metadata": "[[version:reflect-metadata]]",
    "rxjs": "[[version:rxjs]]",
    "typeorm": "[[version:typeorm]]",
    "uuid": "[[version:uuid]]",
    "zod": "[[version:zod]]"
  }
}
