type Body = Record<string, unknown>

/** The keys that have a special character in WebDriver: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const named: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

/** The timeout of a command in milliseconds, longer than any command takes. */
const timeout = 60_000

/** A browser that is controlled by plain WebDriver. */
export class WebDriverSession {
  private constructor(private readonly address: string) {}

  /** Starts a browser through the driver at that address. */
  static async start(driver: string, capabilities: Body): Promise<WebDriverSession> {
    const { sessionId } = await send<{ sessionId: string }>('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } })
    return new WebDriverSession(`${driver}/session/${sessionId}`)
  }

  /** Opens that address and waits until the page is loaded. */
  async open(url: string): Promise<void> {
    await this.#send('POST', '/url', { url })
  }

  /** Presses and releases a key or a combination, such as "Tab", "Shift+Tab" or "a". */
  async press(keys: string): Promise<void> {
    const values = (keys.length > 1 ? keys.split('+') : [keys]).map((key) => named[key] ?? key)
    await this.#act([...values.map((value) => ({ type: 'keyDown', value })), ...values.toReversed().map((value) => ({ type: 'keyUp', value }))])
  }

  /** Types that text, letter by letter. */
  async type(text: string): Promise<void> {
    await this.#act([...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))))
  }

  /** Clicks at that place of the window. */
  async click(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#send('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] })
  }

  /** Runs a function in the page and resolves to its result. */
  async evaluate<Args extends unknown[], Answer>(question: (...args: Args) => Answer, ...args: Args): Promise<Awaited<Answer>> {
    return this.#send<Awaited<Answer>>('POST', '/execute/sync', { script: `return (${String(question)})(...arguments)`, args })
  }

  /** Runs a script in the page. */
  async run(script: string): Promise<void> {
    await this.#send('POST', '/execute/sync', { script, args: [] })
  }

  /** Resizes the window, in pixels. */
  async resize(width: number, height: number): Promise<void> {
    await this.#send('POST', '/window/rect', { width, height })
  }

  /** Takes a screenshot of the window, as PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#send<string>('GET', '/screenshot'), 'base64')
  }

  /** Ends the browser. */
  async end(): Promise<void> {
    await this.#send('DELETE', '')
  }

  #act(actions: Body[]) {
    return this.#send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  #send<Answer>(method: string, path: string, body?: Body): Promise<Answer> {
    return send<Answer>(method, this.address + path, body)
  }
}

async function send<Answer>(method: string, url: string, body?: Body): Promise<Answer> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(timeout) })
  const { value } = (await answer.json()) as { value: Answer & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value?.message || (value?.error ?? answer.status)}`)
  return value
}
