import type { FastifyInstance } from 'fastify'
import { endOf, kinds } from '../cancellations.ts'
import { checkFields, emailRule, fillFields, valueOf, type Field, type Rules } from '../fields.ts'
import type { FormBody } from '../forms.ts'
import type { Shop } from '../shop.ts'

// The fields that section 312k (2) of the German Civil Code requires, and no more: kind and reason, the contract, the end date, the address for the receipt.
const cancelFields: Field[] = [
  { name: 'number', label: 'Member number', value: '', optional: true },
  { name: 'email', label: 'E-mail', value: '', autocomplete: 'email', type: 'email' },
  { name: 'kind', label: 'When should it end?', value: 'ordinary', choices: Object.entries(kinds).map(([code, name]) => ({ code, name })), wide: true },
  { name: 'date', label: 'Date, if it is your own', value: '', type: 'date', optional: true },
  { name: 'reason', label: 'Reason', value: '', type: 'textarea', optional: true, wide: true },
]

const cancelRules: Rules = {
  number: [/^[\d ]{1,40}$/, 'Write the digits of the number, or leave it out.'],
  email: emailRule,
  date: [/^\d{4}-\d\d-\d\d$/, 'Write the date as year-month-day, such as 2026-12-31.'],
  kind: [new RegExp(`^(${Object.keys(kinds).join('|')})$`), 'Choose when it should end.'],
}

/** Registers the page on which a member ends their membership without signing in, and without script. */
export function cancelRoutes(app: FastifyInstance, { theme, cancellations }: Shop) {
  app.get('/cancel', (request, reply) => {
    const { customer } = request.visitor
    return theme.page(request, reply, 'cancel', { fields: fillFields(cancelFields, { number: customer?.id, email: customer?.email }) })
  })

  app.post<{ Body: FormBody }>('/cancel', (request, reply) => {
    const filled = fillFields(cancelFields, request.body)
    // The date is required only for the kind "dated".
    const checked = filled.map((field) => (field.name === 'date' ? { ...field, optional: valueOf(filled, 'kind') !== 'dated' } : field))
    const fields = checkFields(checked, cancelRules)
    if (fields.some(({ problem }) => problem)) return theme.page(request, reply.code(422), 'cancel', { fields })
    if (!cancellations.allows(request.ip)) return theme.page(request, reply.code(429), 'cancel', { fields, too_many: true })
    const of = (name: string) => valueOf(fields, name)
    const declaration = {
      received_at: new Date(),
      kind: of('kind') as keyof typeof kinds,
      date: of('kind') === 'dated' ? of('date') : '',
      number: of('number').replace(/\s/g, ''),
      email: of('email'),
      reason: of('reason'),
    }
    cancellations.receive(declaration)
    request.visitor.declared = declaration
    return reply.redirect('/cancel/received', 303)
  })

  app.get('/cancel/received', (request, reply) => {
    const { declared } = request.visitor
    return theme.page(
      request,
      reply,
      'cancel-received',
      declared && { declared: { ...declared, ends: endOf(declared), at: declared.received_at.toUTCString() } },
    )
  })
}
