import { inflateSync } from 'node:zlib'

/** The largest difference between two screenshots, of 255 steps of a colour; infinite if their sizes differ. */
export function distance(one: Buffer, other: Buffer): number {
  const [before, after] = [decode(one), decode(other)]
  if (before.size !== after.size) return Infinity
  return before.colours.reduce((most, colour, place) => Math.max(most, Math.abs(colour - after.colours[place]!)), 0)
}

/** The colours of a PNG as browsers write screenshots: eight bits each, red, green and blue, perhaps with opacity (https://www.w3.org/TR/png-3/). */
function decode(png: Buffer): { size: string; colours: Uint8Array } {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const [width, height, depth, kind, interlace] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25], png[28]]
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlace) throw new Error(`No screenshot is like this: ${depth} bits, colours of kind ${kind}`)
  const step = kind === 2 ? 3 : 4
  const length = width * step
  const filtered = inflateSync(Buffer.concat(parts))
  const colours = new Uint8Array(length * height)
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (length + 1)]
    for (let column = 0; column < length; column++) {
      const at = row * length + column
      const left = column < step ? 0 : colours[at - step]!
      const up = row ? colours[at - length]! : 0
      const corner = row && column >= step ? colours[at - length - step]! : 0
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter!]!
      colours[at] = filtered[at + row + 1]! + guess
    }
  }
  return { size: `${width} × ${height}, ${step}`, colours }
}

/** The one of the three that is nearest to left + up - corner. */
function nearest(left: number, up: number, corner: number): number {
  const [fromLeft, fromUp, fromCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left
  return fromUp <= fromCorner ? up : corner
}
