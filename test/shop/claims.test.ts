import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { proxyCommand } from '../proxy-command.ts'
import { until, type Stack } from '../stack.ts'
import { delivery, mug, openShop, poster, type Shopper } from './shopper.ts'

interface Known {
  orders: {
    shop_order_id: string
    shop_order_number: string
    is_protected: boolean
    total_price: { cents: number }
    line_items: { shop_line_item_id: string; name: string }[]
  }[]
  claims: { id: string; outcome: string; reply: unknown }[]
}

const known = (stack: Stack) => stack.state<Known>('orders,claims')

const seen = (shopper: Shopper, words: RegExp) =>
  until(
    () => shopper.get('/back-room'),
    ({ text }) => words.test(text),
  )

/** Types a command of the proxy into a shell, and confirms it. */
const type = (command: string) => promisify(exec)(`${command.replace('node proxy/dist/cli.js', [process.execPath, ...proxyCommand('cli')].join(' '))} --yes`)

/** What a browser sends for the button that Enter presses in that field: the first of the field's form. */
function pressedByEnter(html: string, field: string): Record<string, string> {
  const form = html.split('<form').find((one) => one.includes(`name="${field}"`))!
  const [, name = '', value = ''] = /<button[^>]* name="(\w+)" value="(\w+)"/.exec(form)!
  return { [name]: value }
}

/** A shop whose first order, a mug and a poster, is protected and on its way. */
async function openShopWithParcel(waitsMs = [200, 200, 200, 500, 500, 500, 1000, 1000, 1000, 1000, 2000, 2000]) {
  const { stack, shopper } = await openShop({ services: { deliveries: { waitsMs } } })
  const robin = shopper()
  const { token, variant } = await stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })
  await robin.ajax('/cart/add.js', { items: [{ id: mug }, { id: poster }, { id: variant?.id, properties: { _protection_quote: token } }] })
  await robin.submit('/checkout', delivery)
  await robin.submit('/back-room/orders/K-2001/shipments', {})
  await seen(robin, /Shipment by \w+<\/span> <span class="state known">known to the service/)
  const order = (await known(stack)).orders.find(({ shop_order_number }) => shop_order_number === 'K-2001')!
  const raise = (resolution: string, name?: string) => {
    const line = order.line_items.find((one) => one.name === name)?.shop_line_item_id ?? ''
    return robin.submit('/back-room/orders/K-2001/claims', { resolution, line })
  }
  const decide = async (fields: Record<string, string>) => {
    const { claims } = await known(stack)
    return robin.submit(`/back-room/orders/K-2001/claims/${claims.at(-1)!.id}`, fields)
  }
  const outcomes = async () => {
    const { headers } = await robin.get('/orders/K-2001/track')
    const key = decodeURIComponent(headers.get('location')!.split('#key=')[1]!)
    return (await stack.browser(tracking).trackOrder({ key })).claims?.map(({ resolution, state, amount, order_number }) => [
      resolution,
      state,
      amount?.cents ?? order_number,
    ])
  }
  return { stack, robin, order, raise, decide, outcomes }
}

describe('a claim about an order of the shop', () => {
  test('is made good at once where it is small: the money is in the books, the service knows, and the shopper sees it', async () => {
    const { robin, raise, outcomes } = await openShopWithParcel()

    await raise('refund', 'Stoneware mug')
    const { text } = await seen(robin, /Made good, and the service knows/)

    assert.match(text, /Stoneware mug<\/span>\s*<span>\$24\.00<\/span><span class="state">\$24\.00 given back/)
    assert.match(text, /Refund of \$24\.00/)
    assert.deepEqual(await outcomes(), [['refund', 'resolved', 2400]])
  })

  test('waits for a person where it is larger, and is sent again once approved by the command that the page names: a new order, known to the service', async () => {
    const { stack, robin, raise, outcomes } = await openShopWithParcel()

    await raise('reorder')
    const { text: held } = await seen(robin, /Held for a person/)
    assert.deepEqual(await outcomes(), [['reorder', 'awaiting', null]])
    await type(/Approving is the same as <code>([^<]+)/.exec(held)![1]!)
    const { text } = await seen(robin, /Made good, and the service knows/)
    await robin.submit('/back-room/orders/K-2002/shipments', {})
    await seen(robin, /(known to the service[\s\S]*){4}/)

    assert.match(text, /Robin Hale, \$0\.00, in place of K-2001/)
    assert.deepEqual(await outcomes(), [['reorder', 'resolved', 'K-2002']])
    const again = (await known(stack)).orders.filter(({ shop_order_number }) => shop_order_number === 'K-2002')
    assert.deepEqual(
      again.map(({ total_price }) => total_price.cents),
      [0],
    )
  })

  test('can be refused for a reason, by Enter where the reason is typed, and the shopper sees that it was', async () => {
    const { robin, raise, decide, outcomes } = await openShopWithParcel()

    await raise('store_credit')
    const { text } = await seen(robin, /Held for a person/)
    assert.match((await decide({ decision: 'refuse', reason: ' ' })).text, /role="alert">Enter the reason/)
    assert.match(text, /<p>Letterpress poster, Stoneware mug: \$62\.00/)
    await decide({ ...pressedByEnter(text, 'reason'), reason: 'It was delivered by hand' })
    await seen(robin, /Refused, and the service knows\. Reason given: “.*It was delivered by hand”/)

    assert.deepEqual(await outcomes(), [['store_credit', 'refused', 6200]])
    assert.doesNotMatch((await robin.get('/back-room')).text, /<span>Store credit<\/span>/)
  })

  test('about which the service has stopped asking is answered when it asks again: once decided by itself, else when somebody says so', async () => {
    const { robin, raise, decide, outcomes } = await openShopWithParcel([])

    await raise('refund', 'Letterpress poster')
    await seen(robin, /The service has stopped asking for now/)
    await decide({ decision: 'again' })
    await seen(robin, /The service has stopped asking for now/)
    await decide({ decision: 'approve' })
    const { text } = await until(
      async () => {
        await decide({ decision: 'again' })
        return robin.get('/back-room')
      },
      (page) => page.text.includes('Made good, and the service knows'),
    )

    assert.equal(text.match(/Refund of \$38\.00/g)?.length, 1)
    assert.deepEqual(await outcomes(), [['refund', 'resolved', 3800]])
  })

  test('that the service would not raise is shown to the person who tried', async () => {
    const { robin, order } = await openShopWithParcel()

    await robin.submit('/back-room/orders/K-2001/claims', { resolution: 'refund', line: 'none' })
    const { text } = await robin.submit('/back-room/orders/K-2001/claims', { resolution: 'nothing', line: order.line_items[0]!.shop_line_item_id })

    assert.match(text, /role="alert">Choose what the claim asks for/)
    assert.match(
      (await robin.submit('/back-room/orders/K-2001/claims', { resolution: 'refund', line: 'none' })).text,
      /role="alert">The service does not raise such a claim/,
    )
    assert.doesNotMatch((await robin.get('/back-room')).text, /role="alert">The service/)
  })
})
