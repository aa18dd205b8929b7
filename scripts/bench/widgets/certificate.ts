// Certificates for hosts that exist only during a benchmark: pages are served over TLS, as shops serve them.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A key and its self-signed certificate. */
export interface Certificate {
  key: string
  cert: string
  /** Identifies the key to a browser: SHA-256 of the public key, in base64. */
  fingerprint: string
}

const day = 86_400_000

/** Creates a certificate for that host name, valid from yesterday for a fortnight (X.509 version 3, https://www.rfc-editor.org/rfc/rfc5280#section-4.1). */
export function createCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  // ecdsa-with-SHA256, 1.2.840.10045.4.3.2
  const algorithm = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  // commonName, 2.5.4.3
  const name = sequence(tagged(0x31, sequence(tagged(0x06, Buffer.from('550403', 'hex')), tagged(0x0c, Buffer.from(host)))))
  // subjectAltName, 2.5.29.17
  const alternatives = sequence(tagged(0x06, Buffer.from('551d11', 'hex')), tagged(0x04, sequence(tagged(0x82, Buffer.from(host)))))
  const serial = randomBytes(8)
  // Makes the serial number positive, without a leading zero.
  serial[0] = (serial[0]! & 0x3f) | 0x40
  const now = Date.now()
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    algorithm,
    name,
    sequence(time(now - day), time(now + 13 * day)),
    name,
    spki,
    tagged(0xa3, sequence(alternatives)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const der = sequence(body, algorithm, tagged(0x03, signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash('sha256').update(spki).digest('base64'),
  }
}

/** Encodes one value in DER: its tag, its length, its content. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)

/** Encodes a GeneralizedTime, to the second. */
const time = (at: number) => tagged(0x18, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
