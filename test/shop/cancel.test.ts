import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Stack } from '../stack.ts'
import { openShop, type Page, type Shopper } from './shopper.ts'

const mira = { number: '700100200301', email: 'mira@example.com' }

const statusOf = async (stack: Stack, id: string) => {
  const { members } = await stack.state<{ members: { customerId: string; status: string }[] }>('members')
  return members.find(({ customerId }) => customerId === id)?.status
}

/** What the back room shows once so many mails were sent. */
async function backRoomWith(mails: number, robin: Shopper): Promise<string> {
  for (;;) {
    const { text } = await robin.get('/back-room')
    if (text.split('We have received your cancellation').length > mails) return text
  }
}

/** What the page says, but for what was written into the form, and when. */
const wordsOf = ({ text }: Page) => text.replace(/<dl class="declared">.*<\/dl>/s, '')

describe('leaving without signing in', () => {
  test('takes a number and an address, says when, and mails a receipt', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()

    const { path, text } = await robin.submit('/cancel', { ...mira, kind: 'ordinary', reason: 'Moving abroad' })

    assert.equal(path, '/cancel/received')
    assert.match(
      text,
      /We have received your cancellation.*<dt>Received<\/dt> <dd>\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT<\/dd>.*700100200301.*mira@example\.com.*earliest.*Moving abroad/s,
    )
    const backRoom = await backRoomWith(1, robin)
    assert.match(backRoom, /Received: \w{3}, \d\d .* GMT\nMember number: 700100200301\n.*Your membership ends at the earliest date/s)
    assert.equal(await statusOf(stack, mira.number), 'PENDING_CANCELLATION')
  })

  test('answers the same whether there is such a member or not, and leaves to a person what no program can tell', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()
    const tried = [mira, { ...mira, email: 'robin@example.com' }, { number: '700100200999', email: 'robin@example.com' }]
    const pages: string[] = []
    for (const who of tried) pages.push(wordsOf(await robin.submit('/cancel', { ...who, kind: 'ordinary' })))

    assert.deepEqual(pages, [pages[0], pages[0], pages[0]])
    const backRoom = await backRoomWith(3, robin)
    assert.equal(backRoom.split('Cancellation: No membership has this number and address').length, 3)
    assert.equal(backRoom.split('A person looks after it').length, 3)
    assert.equal((await stack.state<{ totals: { mails: number } }>('mails')).totals.mails, 1)
  })

  test('is taken without a number, for a reason that ends it at once, and while the proxy’s service is down: by a person', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()
    await robin.submit('/cancel', { number: '', email: 'mira@example.com', kind: 'ordinary' })
    await robin.submit('/cancel', { ...mira, kind: 'important', reason: 'You moved' })
    await stack.fault({ match: { path: '/loyalty' }, drop: true })
    await robin.submit('/cancel', { ...mira, kind: 'ordinary' })

    const backRoom = await backRoomWith(3, robin)

    assert.equal(backRoom.split('Cancellation: It could not be done by itself').length, 4)
    assert.equal(await statusOf(stack, mira.number), 'ACTIVE')
  })

  test('is taken for a date of their own, by a person, and asks for that date', async () => {
    const { stack, shopper } = await openShop()
    const robin = shopper()

    const [without, odd] = [
      await robin.submit('/cancel', { ...mira, kind: 'dated' }),
      await robin.submit('/cancel', { ...mira, kind: 'dated', date: 'at Christmas' }),
    ]
    const { text } = await robin.submit('/cancel', { ...mira, kind: 'dated', date: '2027-01-31' })

    assert.deepEqual([without.status, odd.status], [422, 422])
    assert.match(without.text, /such as 2026-12-31/)
    assert.match(text, /<dt>Ends<\/dt> <dd>2027-01-31<\/dd>/)
    const backRoom = await backRoomWith(1, robin)
    assert.match(backRoom, /Ends: 2027-01-31/)
    assert.match(backRoom, /Cancellation: It could not be done by itself.*2027-01-31\. Member number: 700100200301/s)
    assert.equal(await statusOf(stack, mira.number), 'ACTIVE')
  })

  test('sends no mail with the words of a stranger', async () => {
    const { shopper } = await openShop()
    const robin = shopper()

    await robin.submit('/cancel', { number: '700100200999', email: 'victim@example.com', kind: 'ordinary', reason: 'Visit evil.example' })
    const refused = await robin.submit('/cancel', { number: 'Visit evil.example', email: 'victim@example.com', kind: 'ordinary' })

    const backRoom = await backRoomWith(1, robin)
    assert.equal(refused.status, 422)
    assert.doesNotMatch(backRoom.slice(backRoom.indexOf('id="mails"')), /evil/)
  })

  test('names the mistakes, and accepts ten requests from one connection', async () => {
    const { shopper } = await openShop()
    const robin = shopper()

    const wrong = await robin.submit('/cancel', { number: '', email: 'mira', kind: 'ordinary' })
    const statuses: number[] = []
    for (let count = 0; count < 11; count++) statuses.push((await robin.submit('/cancel', { number: '', email: 'robin@example.com', kind: 'ordinary' })).status)

    assert.match(wrong.text, /One field needs.*robin@example\.com/s)
    assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429])
  })

  test('is no more than one step away from every page, and filled in for who is signed in', async () => {
    const { shopper } = await openShop()
    const someone = shopper()

    const { text } = await someone.get('/')
    await someone.submit('/session', { as: mira.number })
    const form = await someone.get('/cancel')

    assert.match(text, /<a href="\/cancel">Cancel contracts here<\/a>/)
    assert.match(form.text, /value="700100200301".*value="mira@example\.com".*Cancel now/s)
  })
})
