// Tokens that an earlier version of the proxy has sealed stay good: sessions for hours, quotes for a day, links to orders for years.
import assert from 'node:assert/strict'
import { hkdfSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { jwtDecrypt } from 'jose'
import { createSealer, type SealedKind } from '../../proxy/identity/seal.ts'

const issuer = 'https://proxy.example.com'
const keys = [
  { kid: '2026-11', bytes: Buffer.from('recorded-key-public-and-worthless') },
  { kid: '2026-10', bytes: Buffer.from('recorded-key-before-and-worthless') },
]
const sealer = createSealer(keys, issuer)

/** Recorded on 26 November 2026, with the first version of the sealer. */
const recorded: { kind: SealedKind; key: string; token: string; claims: object }[] = [
  {
    kind: 'session',
    key: 'the first key',
    token: [
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoic3RvcmVmcm9udC1zZXNzaW9uK2p3dCIsImtpZCI6IjIwMjYtMTEifQ..w0woYF8ihL98ptqY',
      '.0jF_PP3gEjnl_J-EKdW3NZEM--BsgRdw87cCfYxm6gjMSn6MPvAYb9lNMGs4Sj8qPzh9cl4rgM-By2WnxLKV7cZGvazZ6R7BUIHhg_RQt5MMLf8e9RKL7_T',
      'K1oorU8GQu485WxYfNJpWXtEqudUbEkbgqEMN6p2CPiW83WLF_hJ79LBRGVvniOBdIpHvN564Nl4DuOHJwWDjhCEpd5hW07RdpW55jynAhD1rApq6aav2PMv',
      'FVCjE7_nqwEJHerJOVnwKHiT31QL_6K4ZfszkCxUPkFV0MwcNEpsRhdmg.KsaXui68nmK48aGYbKl0yw',
    ].join(''),
    claims: { sub: '700100200301', org: 'https://shop.example.com', jwt: 'e30.e30.e30', exp: 4_102_444_800 },
  },
  {
    kind: 'quote',
    key: 'the first key',
    token: [
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoic3RvcmVmcm9udC1xdW90ZStqd3QiLCJraWQiOiIyMDI2LTExIn0..NtLlj9HZvgNrCGTf.8-',
      '9B8A83kZAtbzRXbE-j_RuMReUQwAVfjkZbR7v2x8e0Skg2KuHl8sS06I1qhGoXGuNr1IlZoXB5GmTqd2DjLpVSfSVk2nQr4XM2Mm5Wim9Kd8arH8Bk9KAXIB',
      'zn91fS-M0PeNfB1AVwVWpicQY75uMTGkR7HUhVlTmD3Zd9JftmK1sV4G6cFGl14VQT0L0hsn8onZHdXEEdX6pjPinEjbSSt-yNW73WmVNX93jr9nqh4nm3_i',
      'rmH28VeW-6I55yflLz-F1RfXupKPwi8QTAcoZ3aXMpA9VDDuqt6HhZB67CQWN9ZwUtiXSac0mW4abXiTtWImPLtv5KAE4ak2tUckyZ5ctEjL10ZqLkLBe-.c',
      '5ekHBwFPni_iLREyzhi0g',
    ].join(''),
    claims: {
      upstream: 'quöte-token',
      amount: { cents: 6200, currency: 'USD' },
      price: { cents: 98, currency: 'USD' },
      until: 4_102_444_800,
      variant: null,
    },
  },
  {
    kind: 'key',
    key: 'the key before',
    token: [
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoic3RvcmVmcm9udC1rZXkrand0Iiwia2lkIjoiMjAyNi0xMCJ9..HPX4bMIAPrOWoMW2.qt5V_',
      'PxX5JH5nfx9715HRZUkgYukR_R40V3V8Q8DHmhZ92qCB2aDnoXGepb27nfWsvCY4SNMn4WEg6mlmqylaGSWZUJWZ5k7gaDwNgSas1zCMyY5hNNiICBDj_FcE',
      'K1pqtkJL3o1tP5Pne8igrpZ2veo7tHWZ4NYG_O1YAsMFVDxWM01O8EiqZNykQTMX2B0uGXZwIAJtffHayJKAZkJl_cNZv8IswaQJjDO2Q8ts8lpdquntitkC',
      '_OvigZk1RlOUs3VawwqbYwVyVu1ggzE.tWVArklE_b9bYQCXEEPJ0g',
    ].join(''),
    claims: { lookup: { order_number: 'K-1002', email: 'mira@example.com' }, proof: 'key' },
  },
]
const expired = [
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwidHlwIjoic3RvcmVmcm9udC10aWNrZXQrand0Iiwia2lkIjoiMjAyNi0xMSJ9..20ysGjdVdojieZ3C.g',
  'sqcuPlJUbfB4gFD7jPMTKJgeHpBBiBO-nI3z3mYnQqF_ip0g9wqsCzibvX-Z95E_C7mnonLbafVFOGidNv2SwEd9fzm4a7k1IChq6qyRQncEz5roicSNXaEY',
  '-0k3uK1I929SaI0_D4ayjPoRJxwmdHPXj5N_wujDFUW3wPtyFp_Ul7QVmrhEcbhJhufow7i7XQprnRXRh4eWtgnpkHG8zATtyLa9A.8SvNoxtXN3X1SBDQzR',
  'NGCA',
].join('')

describe('a token of an earlier version', () => {
  for (const { kind, key, token, claims } of recorded)
    test(`opens as what it was sealed as: ${kind}, with ${key}`, async () => {
      const { iat, jti, ...opened } = (await sealer.open<Record<string, unknown>>(kind, token))!

      assert.deepEqual(opened, { ...claims, iss: issuer, aud: issuer })
      assert.equal(typeof iat, 'number')
      assert.match(jti, /^[0-9a-f-]{36}$/)
      assert.equal(await sealer.open(kind === 'quote' ? 'session' : 'quote', token), undefined)
      assert.equal(await createSealer(keys, 'https://another.example.com').open(kind, token), undefined)
      assert.equal(
        await createSealer(
          [
            { ...keys[0]!, bytes: keys[1]!.bytes },
            { ...keys[1]!, bytes: keys[0]!.bytes },
          ],
          issuer,
        ).open(kind, token),
        undefined,
      )
    })

  test('does not open once it has expired', async () => {
    assert.equal(await sealer.open('ticket', expired), undefined)
  })
})

test('a token opens with any implementation of JWE that has the key', async () => {
  const token = await sealer.seal('ticket', { number: 'K-1002' }, 4_102_444_800)
  const key = new Uint8Array(hkdfSync('sha256', keys[0]!.bytes, '', 'storefront-ticket', 32))

  const { payload, protectedHeader } = await jwtDecrypt(token, key, { issuer, audience: issuer, typ: 'storefront-ticket+jwt' })

  assert.deepEqual(protectedHeader, { alg: 'dir', enc: 'A256GCM', typ: 'storefront-ticket+jwt', kid: '2026-11' })
  assert.equal(payload.number, 'K-1002')
  assert.equal(payload.exp, 4_102_444_800)
})

test('no two tokens share an initialization vector, which would give their content away (RFC 5116, 5.1.1)', async () => {
  // More than the sealer draws random bytes for at once.
  const tokens = await Promise.all(Array.from({ length: 600 }, () => sealer.seal('ticket', { order: 'K-1001' })))

  assert.equal(new Set(tokens.map((token) => token.split('.')[2])).size, tokens.length)
})
