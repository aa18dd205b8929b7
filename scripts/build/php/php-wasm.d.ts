/** The packages name a file of types that they do not contain. */
declare module '@php-wasm/node-*' {
  export function getPHPLoaderModule(): Promise<import('@php-wasm/universal').PHPLoaderModule>
}
