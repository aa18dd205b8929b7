import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** The encoder's best quality is a search that a few letters lead astray, by 30 B of 600: the one below it is tried, too. */
const qualities = [10, 11]
/** How distances may be written (RFC 7932, section 4); which of them suits a file the encoder does not try by itself. */
const postfixes = [0, 1, 2, 3]

const ways = qualities.flatMap((quality) => postfixes.map((postfix) => ({ quality, postfix })))

/** As small as Brotli makes it, which is what a browser receives. */
export const brotli = (content: string | Uint8Array) =>
  ways
    .map(({ quality, postfix }) =>
      brotliCompressSync(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    )
    .reduce((best, other) => (other.length < best.length ? other : best))

/** Puts a `.br` and a `.gz` beside each script, so that no request waits for a compressor. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli(file.code) })
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(file.code, { level: 9 }) })
      }
    },
  }
}
