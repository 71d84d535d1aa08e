/** Names every problem of the environment at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
