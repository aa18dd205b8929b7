/** The settings cannot be used; `lines` names every fault at once, each with its remedy. */
export class ConfigError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(`The settings cannot be used:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
}
