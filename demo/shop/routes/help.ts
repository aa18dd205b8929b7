import type { FastifyInstance } from 'fastify'
import { checkFields, emailRule, fillFields, valueOf, type Field, type Rules } from '../fields.ts'
import type { FormBody } from '../forms.ts'
import type { Shop } from '../shop.ts'

const reasons = ['It has not arrived', 'Something is broken', 'Something is missing', 'Something else']

const helpFields: Field[] = [
  { name: 'about', label: 'What is it about?', value: reasons[0]!, choices: reasons.map((name) => ({ code: name, name })) },
  { name: 'order', label: 'Order number', value: '', optional: true },
  { name: 'email', label: 'E-mail', value: '', autocomplete: 'email', type: 'email', wide: true },
  { name: 'text', label: 'What happened?', value: '', type: 'textarea', wide: true },
]

const helpRules: Rules = {
  about: [new RegExp(`^(${reasons.join('|')})$`), 'Choose what it is about.'],
  email: emailRule,
  text: [/\S/, 'Write a few words, so that we know where to begin.'],
}

/** Registers the page on which shoppers write to the shop about a problem. The back room shows the messages. */
export function helpRoutes(app: FastifyInstance, { theme, messages }: Shop) {
  app.get<{ Querystring: { order?: string } }>('/help', (request, reply) => {
    const { query, visitor } = request
    return theme.page(request, reply, 'help', { fields: fillFields(helpFields, { order: query.order, email: visitor.customer?.email }) })
  })

  app.post<{ Body: FormBody }>('/help', (request, reply) => {
    const fields = checkFields(fillFields(helpFields, request.body), helpRules)
    if (fields.some(({ problem }) => problem)) return theme.page(request, reply.code(422), 'help', { fields })
    const of = (name: string) => valueOf(fields, name)
    messages.receive({ about: of('about'), order: of('order'), email: of('email'), text: of('text') })
    return reply.redirect('/help/thanks', 303)
  })

  app.get('/help/thanks', (request, reply) => theme.page(request, reply, 'help-thanks'))
}
