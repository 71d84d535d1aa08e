export default {
  files: ["test/**/*.test.ts"],
  extensions: ["ts"],
  timeout: "3m",
  concurrency: 2,
};
