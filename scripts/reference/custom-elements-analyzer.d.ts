// The analyzer has no types for its own command.
declare module '@custom-elements-manifest/analyzer/cli.js' {
  export function cli(options: { argv: string[]; noWrite?: boolean }): Promise<unknown>
}
