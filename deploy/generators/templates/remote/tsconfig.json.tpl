{
  "extends": "../tsconfig.base.json",
  "include": ["src", "test", "standalone", "../kit/src/globals.d.ts"]
}
