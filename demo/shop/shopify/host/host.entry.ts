/*
 * Shows UI extensions on a page, as Shopify does: each runs in a worker of its own, and the page shows its elements. One frame holds all workers.
 */
import { DOMRemoteReceiver } from '@remote-dom/core/receivers'
import { toAddress } from './addresses.ts'
import { defineElements } from './elements/define.ts'
import type { ExtensionPage, PageAnswers, WorkerAnswers } from './extension-page.ts'
import { hostTexts } from './host-texts.ts'
import { createWire } from './wire.ts'

/** The order of the page, if it shows one: session tokens and account queries are about it. */
const { order = '' } = document.body.dataset
const pixels = document.querySelector('#pixels')!
const toast = document.querySelector('#toast')!

/** Milliseconds for which a session token is used again; the platform’s tokens live for five minutes. */
const tokenLife = 240_000
let token: { at: number; value: Promise<string> } | undefined

function getSessionToken(): Promise<string> {
  if (!token || Date.now() - token.at > tokenLife) token = { at: Date.now(), value: post<{ token: string }>('session-token').then((answer) => answer.token) }
  token.value.catch(() => (token = undefined))
  return token.value
}

async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(`/shopify/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order, ...body }),
  })
  if (!response.ok) throw new Error(`/shopify/${path} answered ${response.status}`)
  return (await response.json()) as Answer
}

/** Lists an event that the shop’s pixels would receive. */
function publish(name: string, data: unknown) {
  const item = document.createElement('li')
  item.textContent = `${name} ${JSON.stringify(data)}`
  pixels.append(item)
  return true
}

const frame = document.querySelector('iframe')!
const isReady = new Promise<void>((resolve) => {
  addEventListener('message', ({ source, data }) => source === frame.contentWindow && data === 'ready' && resolve())
  frame.src = '/shopify/sandbox'
})

async function show(block: HTMLElement) {
  const page = JSON.parse(block.dataset.extension!) as ExtensionPage
  const receiver = new DOMRemoteReceiver({ root: block })
  const { port1, port2 } = new MessageChannel()
  const answers = {
    mutate: (records) => receiver.connection.mutate(records as never),
    callMethod: (id, method, args) => receiver.connection.call(id, method, ...args),
    getSessionToken,
    publish,
    showToast: (text) => void (toast.textContent = text),
    navigate: (url) => location.assign(toAddress(url)),
    requireLogin: () => location.assign(`/shopify/sign-in?return_to=${encodeURIComponent(location.pathname)}`),
    fail: (message) => console.error(message),
    queryAccount: (query, variables) => post('customer-account-api', { query, variables }),
  } satisfies PageAnswers
  const { request } = createWire<WorkerAnswers>(port1, answers)
  await isReady
  frame.contentWindow!.postMessage('open', '*', [port2])
  try {
    await request('start', page)
  } catch (error) {
    block.textContent = `${hostTexts().failed} ${(error as Error).message}`
  }
}

defineElements()
for (const block of document.querySelectorAll<HTMLElement>('[data-extension]')) void show(block)
