{
  "name": "@linkway/[[remote]]",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "license": "Apache-2.0",
  "scripts": {
    "build": "webpack-cli --mode production && node ../kit/build/budgets.mjs dist",
    "typecheck": "tsc -p tsconfig.json",
    "test": "node ../kit/testing/jest.mjs",
    "dev": "webpack-cli serve --mode development --env standalone"
  },
  "dependencies": {
    "@linkway/kit": "*",
    "react": "[[version:react]]",
    "react-dom": "[[version:react-dom]]"
  },
  "devDependencies": {
    "@testing-library/react": "[[version:@testing-library/react]]",
    "@testing-library/user-event": "[[version:@testing-library/user-event]]",
    "@types/react": "[[version:@types/react]]",
    "@types/react-dom": "[[version:@types/react-dom]]",
    "webpack": "[[version:webpack]]",
    "webpack-cli": "[[version:webpack-cli]]",
    "webpack-dev-server": "[[version:webpack-dev-server]]"
  }
}
