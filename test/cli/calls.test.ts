import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { jonas, mira, runCommand, start, startServices } from './commands.ts'

const { run, env, keys, fault, mend, asked, address } = await startServices()
const money = { currency: 'USD' }

describe('a command', () => {
  test('shows a record in lines, the same as JSON on demand, and data alone on standard output', async () => {
    const [lines, json] = await Promise.all([run(`loyalty get-member ${mira}`), run(`loyalty get-member ${mira} --json`)])

    assert.match(lines.out, /^firstName +Mira$/m)
    assert.equal((JSON.parse(json.out) as { firstName: string }).firstName, 'Mira')
    assert.deepEqual([lines.code, json.code, lines.err, json.err], [0, 0, '', ''])
  })

  test('signs a member in if the operation is for members, and never prints the token', async () => {
    const { code, out, err } = await run(`loyalty read-credits ${mira} --limit 2`)
    const tier = await run(`loyalty read-tier-benefits 3a636361 --as ${mira}`)
    const nobody = await run('loyalty read-benefits')

    assert.equal(code, 0)
    assert.match(out, /MANUAL/)
    assert.match(err, /There is more: add --all, or --last-credit-entry /)
    assert.equal(tier.code, 0)
    assert.doesNotMatch(out + err + tier.out + tier.err, /eyJ/)
    assert.deepEqual([nobody.code, nobody.err], [2, '--as is required: the customer id of the member.\n'])
  })

  test('processes an order: quote, order from standard input, shipment by flags, event, look-up', async () => {
    const quoted = await run(['protection', 'quote', '--cart.amount-insured', '40.00 USD', '--json'])
    const { token } = JSON.parse(quoted.out) as { token: string }
    const customer = { shop_customer_id: '1', first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' }
    const shipping_address = {
      address1: '1 High St',
      province_code: 'US-OR',
      city: 'Portland',
      postal_code: '97214',
      country_code: 'US',
      phone_number: '+15035550118',
    }
    const price = { cents: 4000, ...money }
    const line = {
      ...{ shop_line_item_id: 'l1', shop_product_id: 'p1', shop_variant_id: 'v1', name: 'Mug', unit_price: price, total_price: price },
      ...{ quantity: 1, image_url: 'https://shop.example.com/mug.png', grams: 300, is_insured: true },
    }
    const none = { cents: 0, ...money }
    const order = {
      ...{ shop_order_id: 'cli-1', shop_order_number: 'CLI-1', subtotal_price: price, total_discounts_price: none, total_shipping_price: none },
      ...{
        total_tax_price: none,
        total_price: none,
        financial_status: 'paid',
        customer,
        shipping_address,
        line_items: [line],
        created_at: '2026-11-20T10:00:00Z',
      },
    }
    const order1 = [
      'protection',
      'create-order',
      '--body',
      '-',
      '--amount-insured',
      '40.00 USD',
      '--purchased-quote-token',
      token,
      '--total-price',
      '40.00 USD',
    ]
    const created = await run(order1, JSON.stringify(order))
    const flags = {
      'shop-shipment-id': 's1',
      'shop-order-id': 'cli-1',
      'tracking-number': '1Z999',
      'tracking-company': 'UPS',
      'created-at': '2026-11-20T11:00:00Z',
    }
    const shipment = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
    const shipped = await run(['protection', 'create-shipment', ...shipment, '--line-items', JSON.stringify([line])])
    const happened = await run('protection create-shipment-event s1 --shop-shipment-event-id e1 --status in_transit --created-at 2026-11-20T12:00:00Z')
    const found = await run('protection look-up-order --order-number CLI-1 --email ada@example.com --json')

    assert.deepEqual([created.code, shipped.code, happened.code, found.code], [0, 0, 0, 0], created.err + shipped.err + happened.err + found.err)
    assert.match(created.out, /^total_price +40\.00 USD$/m)
    assert.equal((JSON.parse(found.out) as { shipments: { tracking_number: string }[] }).shipments[0]?.tracking_number, '1Z999')
  })

  test('calls the merchant about a claim as the service does, with the parts of a line as flags', async () => {
    const seen: { url: string | undefined; key: unknown; body: string }[] = []
    const shop = createServer((request, response) => {
      let body = ''
      request
        .on('data', (chunk) => (body += String(chunk)))
        .on('end', () => {
          seen.push({ url: request.url, key: request.headers['x-api-key'], body })
          response.end('{}')
        })
    }).listen(0, '127.0.0.1')
    after(() => shop.close())
    await once(shop, 'listening')
    const url = `http://127.0.0.1:${(shop.address() as { port: number }).port}/claims`
    const line = ['shop-line-item-id', 'l1', 'quantity-to-issue', '1', 'to-issue-amount', '1200 JPY']
    const flags = [0, 2, 4].flatMap((at) => [`--line-items.0.${line[at]}`, line[at + 1]!])

    const { code, err } = await run(['protection', 'refund-claim', 'order-1', '--refundable.id', '7', ...flags, '--claims-url', url, '--yes'])

    assert.equal(code, 0, err)
    assert.deepEqual(
      seen.map(({ body, ...rest }) => ({ ...rest, body: JSON.parse(body) as unknown })),
      [
        {
          url: '/claims/orders/order-1/refund',
          key: keys.protectionKey,
          body: { refundable: { id: '7' }, line_items: [{ shop_line_item_id: 'l1', quantity_to_issue: 1, to_issue_amount: { cents: 1200, currency: 'JPY' } }] },
        },
      ],
    )
  })

  test('accepts both namings of the protection service, but not both with different values', async () => {
    const amount = ['--cart.amount-protected', '12.34 USD']
    const [either, both] = await Promise.all([
      runCommand(['protection', 'quote', ...amount, '--dry-run'], { ...env, PROTECTION_NAMING: 'protected' }),
      run(['protection', 'quote', ...amount, '--cart.amount-insured', '12.35 USD']),
    ])

    assert.deepEqual(JSON.parse(either.out.slice(either.out.indexOf('{'))), { cart: { amount_protected: { cents: 1234, currency: 'USD' } } })
    assert.equal(both.code, 2)
    assert.match(both.err, /say different things/)
  })

  test('requires a complete look-up of an order, and names all three kinds', async () => {
    const before = await asked('GET /track/api/order')
    const [none, half, blank] = await Promise.all(
      [[], ['--order-number', 'K-1002'], ['--key', ' ']].map((flags) => run(['protection', 'look-up-order', ...flags])),
    )

    for (const { code, out } of [none!, half!, blank!]) assert.deepEqual([code, out], [2, ''])
    assert.match(none!.err, /^--key is required, or an order number with its e-mail address, or a tracking number$/m)
    assert.match(half!.err, /^--email is required with an order number$/m)
    assert.equal(await asked('GET /track/api/order'), before)
  })

  test('reads a token from a file or from standard input, where nobody else can read it', async () => {
    const signedIn = await run(`loyalty authenticate --customer-id ${mira} --json`)
    const { token } = JSON.parse(signedIn.out) as { token: string }
    const file = join(await mkdtemp(join(tmpdir(), 'commands-')), 'token')
    await writeFile(file, `${token}\n`)

    const read = ['loyalty', 'read-member', mira, '--json', '--token']
    const [fromFile, fromInput, wrong, twice] = await Promise.all([
      run([...read, `@${file}`]),
      run([...read, '-'], `${token}\n`),
      run([...read, `@${file}.missing`]),
      run([...read, '-', '--body', '-'], token),
    ])

    for (const { code, out, err } of [fromFile, fromInput]) assert.deepEqual([code, (JSON.parse(out) as { firstName: string }).firstName, err], [0, 'Mira', ''])
    for (const { code, err } of [wrong, twice]) {
      assert.equal(code, 2)
      assert.match(err, /^--token/)
      assert.ok(!err.includes(token))
    }
  })

  test('sends a field that it has no flag for, as text or as JSON', async () => {
    const { out } = await run(['loyalty', 'update-merchant', '--set', 'merchantName=Kiln', '--set', 'creditsEnabled:=false', '--set', 'a.b=1', '--dry-run'])

    assert.deepEqual(JSON.parse(out.slice(out.indexOf('{'))), { merchantName: 'Kiln', creditsEnabled: false, a: { b: '1' } })
  })

  test('escapes the control characters in a name', async () => {
    const name = 'Eve\u001b[2J\u001b]0;x\u0007'
    await run(['loyalty', 'update-member', mira, '--first-name', name, '--last-name', 'Okafor', '--no-notes', '--no-phone-number'])

    const [lines, json, table] = await Promise.all(
      ['get-member ' + mira, `get-member ${mira} --json`, 'list-members --limit 1'].map((words) => run(`loyalty ${words}`)),
    )

    for (const { out, err } of [lines!, json!, table!]) assert.doesNotMatch((out + err).replaceAll('\n', ''), /\p{Cc}/u)
    assert.match(lines!.out, /Eve\\u001b\[2J\\u001b\]0;x\\u0007/)
    assert.equal((JSON.parse(json!.out) as { firstName: string }).firstName, name)
  })
})

describe('a dry run', () => {
  test('prints method, address, headers and body, contains no key in any form, and sends nothing', async () => {
    const words = ['loyalty', 'issue-credits', mira, '--amount', '5', '--note', `by ${keys.loyaltyKey}`, '--dry-run']
    const nowhere = { ...env, LOYALTY_BASE_URL: 'http://127.0.0.1:9/loyalty' }

    const [issue, redeem] = await Promise.all([runCommand(words, nowhere), runCommand(['loyalty', 'redeem-credits', mira, '--dry-run'], nowhere)])

    assert.deepEqual([issue.code, redeem.code], [0, 0])
    assert.match(issue.out, /^POST http:\/\/127\.0\.0\.1:9\/loyalty\/v2\.0\/admin\/members\/700100200301\/credits$/m)
    assert.match(issue.out, /^X-Loyalty-Api-Key: …$/m)
    assert.match(issue.out, /"amount": 5/)
    assert.match(redeem.out, /^Authorization: …$/m)
    const forms = [
      keys.loyaltyKey,
      encodeURIComponent(keys.loyaltyKey),
      Buffer.from(keys.loyaltyKey).toString('base64'),
      Buffer.from(keys.loyaltyKey).toString('hex'),
    ]
    for (const form of forms) assert.ok(!(issue.out + issue.err + redeem.out + redeem.err).includes(form), form)
  })
})

describe('a dry run with a key of odd characters', () => {
  for (const key of [`key-"of\\these"-tests`, "key-!of'(these)~*tests+%"])
    test(`${key} shows it neither in JSON nor in an address`, async () => {
      const settings = { ...env, LOYALTY_API_KEY: key }
      const [body, query, path] = await Promise.all([
        runCommand(['loyalty', 'issue-credits', mira, '--amount', '5', '--note', `by ${key}`, '--dry-run'], settings),
        runCommand(['loyalty', 'list-members', '--last-customer-id', key, '--dry-run'], settings),
        runCommand(['loyalty', 'get-benefit', key, '--dry-run'], settings),
      ])

      assert.deepEqual([body.code, query.code, path.code], [0, 0, 0])
      assert.match(body.out, /"note": "by …"/)
      assert.match(query.out, /lastCustomerId=…/)
      assert.match(path.out, /\/benefits\/…$/m)
    })
})

describe('an exit code', () => {
  test('1: the service refused, and its answer is on standard error', async () => {
    const { code, out, err } = await run('loyalty get-member 999')

    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^The service refused \(404\):\nMember not found$/m)
  })

  test('2: every fault of the input by its flag, unknown flags with the nearest, missing settings by name; nothing is sent', async () => {
    const before = await asked('POST /protection/api/v1/shipments/:shopShipmentId/events')
    const [faults, flag, verb, body, place, settings, file] = await Promise.all([
      run('protection create-shipment-event s1 --status lost --created-at yesterday'),
      run('loyalty list-members --limt 5'),
      run('loyalty list-membrs'),
      run('loyalty update-merchant --body -', '{"a":'),
      run('protection update-order .. --body {}'),
      runCommand(['protection', 'look-up-order', '--key', 'x'], { ...env, TRACK_BASE_URL: 'nowhere' }),
      runCommand(['loyalty', 'list-tiers'], {}),
    ])

    for (const { code, out } of [faults, flag, verb, body, place, settings, file]) assert.deepEqual([code, out], [2, ''])
    for (const name of ['--shop-shipment-event-id', '--status', '--created-at']) assert.match(faults.err, new RegExp(`^${name} `, 'm'))
    assert.match(flag.err, /--limit/)
    assert.match(verb.err, /list-members/)
    assert.match(body.err, /--body is no JSON/)
    assert.match(settings.err, /TRACK_BASE_URL/)
    assert.doesNotMatch(settings.err, /LOYALTY|PROTECTION/)
    assert.match(file.err, /LOYALTY_BASE_URL[^]*LOYALTY_API_KEY/)
    assert.equal(await asked('POST /protection/api/v1/shipments/:shopShipmentId/events'), before)
  })

  test('3: after a failure the outcome is unknown; the command names the check, and does not repeat the request', async () => {
    const before = await asked('POST /loyalty/v2.0/admin/members/:id/credits')
    await fault({ match: { method: 'POST', path: `/loyalty/v2.0/admin/members/${jonas}/credits` }, status: 500 })
    await fault({ match: { method: 'POST', path: `/loyalty/v2.0/admin/members/${mira}/credits` }, drop: 'after' })
    const [failed, dropped] = await Promise.all([jonas, mira].map((id) => run(`loyalty issue-credits ${id} --amount 1 --yes`)))
    await mend()
    const nobody = await runCommand(['loyalty', 'issue-credits', mira, '--amount', '1', '--yes'], { ...env, LOYALTY_BASE_URL: 'http://127.0.0.1:9' })

    assert.deepEqual([failed!.code, dropped!.code, nobody.code], [3, 3, 3])
    for (const { err } of [failed!, dropped!])
      assert.match(err, /may have taken effect\. Check before you repeat it: storefront-proxy loyalty list-credits <id>/)
    assert.match(nobody.err, /Nothing was sent/)
    assert.doesNotMatch(nobody.err, /unknown/)
    assert.equal(await asked('POST /loyalty/v2.0/admin/members/:id/credits'), before + 2)
  })

  test('4: an operation that moves money, tiers or memberships is not sent without --yes if there is no terminal', async () => {
    const words = [`loyalty issue-credits ${mira} --amount 1`, `loyalty change-tier ${mira} --tier-id 2b4d6f81`, 'protection add-protection 580001001']
    const ended = await Promise.all(words.map((one) => run(one)))

    for (const { code, out, err } of ended) {
      assert.deepEqual([code, out], [4, ''])
      assert.match(err, /add --yes/)
    }
    assert.equal(await asked('POST /loyalty/v2.0/admin/members/:id/change-tier'), 0)
  })

  test('4: the defaults of absent flags are printed before the request is sent', async () => {
    const [all, some, tier] = await Promise.all(
      [`loyalty redeem-credits ${mira}`, `loyalty redeem-credits ${mira} --amount 1`, `loyalty create-member --customer-id ${mira}`].map((one) => run(one)),
    )

    assert.match(all!.err, /^Without amount: the whole balance\.$/m)
    assert.doesNotMatch(some!.err, /Without/)
    assert.match(tier!.err, /^Without segmentId: the first free tier/m)
  })

  test('0: an accepted request is printed as taking effect later', async () => {
    const { code, err } = await run(`loyalty issue-credits ${mira} --amount 1 --note thanks --yes`)

    assert.deepEqual([code, err], [0, 'Accepted; it takes effect later.\n'])
  })
})

test('settings can be in a file', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'commands-')), 'settings.env')
  await writeFile(file, `LOYALTY_BASE_URL=${address}/loyalty\nLOYALTY_API_KEY=${keys.loyaltyKey}\n`)

  const [{ code, out }, ...missing] = await Promise.all([
    runCommand(['loyalty', 'list-tiers', '--settings', file], {}),
    ...['serve', 'doctor', 'loyalty list-tiers', 'protection import create-order -'].map((words) =>
      runCommand([...words.split(' '), '--settings', `${file}.missing`], {}),
    ),
  ])

  assert.equal(code, 0)
  assert.match(out, /Gold/)
  for (const { code, out, err } of missing) {
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, /^--settings: .*settings\.env\.missing/)
  }
})

test('an address with a password is refused, and the password is not printed', async () => {
  const secretive = address.replace('//', '//usr:pa55word@')
  const [loyalty, claims] = await Promise.all([
    runCommand(['loyalty', 'list-tiers', '--dry-run'], { ...env, LOYALTY_BASE_URL: `${secretive}/loyalty` }),
    run(['protection', 'refund-claim', 'o1', '--body', '{"line_items":[]}', '--claims-url', secretive, '--dry-run']),
  ])

  assert.equal(loyalty.code, 2)
  assert.match(loyalty.err, /LOYALTY_BASE_URL carries a name or a password/)
  assert.doesNotMatch(loyalty.out + loyalty.err + claims.out + claims.err, /pa55word/)
})

test('an unknown command is refused, with --help and without, and the nearest command is named', async () => {
  const [bogus, near, nearVerb, verb, plain] = await Promise.all(
    ['help bogus', 'help doctr', 'help loyalty list-membrs', 'protection bogus --help', 'bogus --help'].map((words) => runCommand(words.split(' '), {})),
  )

  for (const { code, out } of [bogus!, near!, nearVerb!, verb!, plain!]) assert.deepEqual([code, out], [2, ''])
  assert.match(bogus!.err, /unknown command 'bogus'/)
  assert.match(near!.err, /doctor/)
  assert.match(nearVerb!.err, /list-members/)
})

test('the version and the reference are printed, with the settings option of every command', async () => {
  const [version, reference] = await Promise.all([run('--version'), run(['openapi', 'loyalty', '--settings', '/dev/null'])])

  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
  assert.equal((JSON.parse(reference.out) as { openapi: string }).openapi, '3.1.0')
  assert.deepEqual([version.code, reference.code], [0, 0])
})

test('the exit codes are documented', async () => {
  const [topic, help] = await Promise.all([runCommand(['help', 'exit-codes'], {}), runCommand(['help', 'loyalty', 'get-tier'], {})])

  for (const { code, out } of [topic, help]) {
    assert.equal(code, 0)
    for (const number of [0, 1, 2, 3, 4, 5, 130]) assert.match(out, new RegExp(`^ +${number}  \\w`, 'm'))
  }
})

test('a reader who leaves early ends a list quietly', async () => {
  const { child, ended } = start(['loyalty', 'list-members', '--all', '--limit', '1', '--json'], env)
  child.stdout!.destroy()

  const { code, err } = await ended

  assert.deepEqual([code, err], [0, ''])
})
