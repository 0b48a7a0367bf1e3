import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswer, type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someMessage, someThread, someThreadDetails } from './communication.factory.ts'

const second = someThread({ id: 't2', title: 'Ana Ruiz', vehicleNumber: '7', unread: 0, lastText: 'Gracias' })
const page = (items: object[]) => ({ body: { items, total: items.length, page: 1, size: 50 } })
const answers: FakeAnswers = {
  'GET /threads/counts': { body: { unread: 1, urgent: 0, waiting: 0, mine: 0 } },
  'GET /threads': page([someThread(), second]),
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /threads/t1': { body: someThreadDetails() },
  'GET /threads/t2': { body: someThreadDetails({ id: 't2', title: 'Ana Ruiz' }) },
  'GET /threads/t1/messages': { body: { items: [someMessage()], hasEarlier: false } },
  'GET /threads/t2/messages': { body: { items: [], hasEarlier: false } },
  'POST /threads/t1/read': { body: { done: true } },
}
const open = (some: FakeAnswers = {}, path = '/communication?thread=t1') =>
  renderApp(path, { ...answers, ...some })
const heldTry = {
  ...{ method: 'in_app', status: 'pending', at: '2026-03-02T12:06:00.000Z', detail: null },
  heldSince: '2026-03-02T12:06:00.000Z',
}
const sent = (asked: { call: string; body: unknown }[]) =>
  asked.filter(({ call }) => call === 'POST /threads/t1/messages').map(({ body }) => body)
const field = (name = 'Mensaje') => screen.findByRole('textbox', { name })

it('the whole inbox works by keys, and lists them', async () => {
  const { user, at, asked } = open(
    {
      'POST /threads/t1/messages': { status: 201, body: someMessage({ id: 'm2', sequence: 2 }) },
      'POST /threads/t1/status': { body: someThread({ status: 'done' }) },
    },
    '/communication',
  )
  await screen.findByRole('button', { name: /Ana Ruiz/ })
  await user.keyboard('j')
  expect(at()).toBe('/communication?thread=t1')
  await field()
  await user.keyboard('j')
  expect(at()).toBe('/communication?thread=t2')
  await user.keyboard('k')
  expect(at()).toBe('/communication?thread=t1')
  const write = await field()
  await user.keyboard('r')
  expect(document.activeElement).toBe(write)
  await user.keyboard('Por la puerta 2{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent(asked)).toMatchObject([{ text: 'Por la puerta 2', kind: 'text' }]))
  await user.keyboard('{Escape}')
  expect(document.activeElement?.textContent).toContain('Juan Pérez')
  await user.keyboard('e')
  await screen.findByText('Cerraste «Juan Pérez»')
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Buscar en conversaciones' }))
  await user.keyboard('{Escape}')
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }))
  sheet.getByText('Responder')
  sheet.getByText('Cerrar o reabrir')
})

it('a message that failed keeps its text, and is sent again with the same id', async () => {
  let answer: FakeAnswer = refusal(400, 'odd', '')
  const { user, asked } = open({ 'POST /threads/t1/messages': () => answer })
  await user.type(await field(), 'Por la puerta 2')
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  const reason = await screen.findByText('No se pudo enviar el mensaje. Inténtalo de nuevo.')
  expect(reason.closest('[role=alert]')).not.toBeNull()
  screen.getByText('Por la puerta 2')
  answer = { status: 201, body: someMessage({ id: 'm2', sequence: 2 }) }
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(sent(asked)).toHaveLength(2))
  const [first, again] = sent(asked) as { id: string }[]
  expect(again?.id).toBe(first?.id)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull())
})

it('says that a colleague wrote meanwhile, and sends only once the person has seen it', async () => {
  const theirs = someMessage({ id: 'm5', sequence: 5, author: 'Luz', authorKind: 'staff' })
  let isBehind = true
  const { user, asked } = open({
    'POST /threads/t1/messages': () => {
      const moved = refusal(409, 'thread_moved_on')
      return isBehind
        ? { ...moved, body: { ...(moved.body as object), current: { items: [theirs] } } }
        : { status: 201, body: someMessage({ id: 'm6', sequence: 6 }) }
    },
  })
  await user.type(await field(), 'Yo respondo')
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  await screen.findByText(/Alguien más escribió mientras redactabas/)
  isBehind = false
  await user.click(screen.getByRole('button', { name: 'Enviar de todas formas' }))
  await waitFor(() => expect(sent(asked)).toMatchObject([{ afterSequence: 1 }, { afterSequence: 5 }]))
})

it('an internal note looks different, says that nobody gets it, and is sent as one', async () => {
  const note = someMessage({ id: 'm3', sequence: 2, kind: 'note', author: 'Luz', text: 'Ojo: debe efectivo' })
  const { user, asked } = open({
    'GET /threads/t1/messages': { body: { items: [someMessage(), note], hasEarlier: false } },
    'POST /threads/t1/messages': { status: 201, body: note },
  })
  const shown = within(await screen.findByRole('article', { name: 'Nota interna de Luz' }))
  shown.getByText('Nota interna: no se envía')
  await user.click(screen.getByRole('switch', { name: 'Nota interna' }))
  screen.getByText('Solo la ve el equipo. No se envía a nadie.')
  await user.type(await field('Nota interna'), 'Llamar mañana')
  await user.click(screen.getByRole('button', { name: /^Guardar nota/ }))
  await waitFor(() => expect(sent(asked)).toMatchObject([{ kind: 'note', text: 'Llamar mañana' }]))
  expect(sent(asked)[0]).not.toHaveProperty('afterSequence')
})

it('shows a held message, releases it, and lists who has not read one', async () => {
  const held = someMessage({
    ...{ id: 'm4', sequence: 2, authorKind: 'staff', author: 'Luz', text: 'Pasa a la base' },
    reach: { recipients: 1, read: 0, failed: 0, held: 1 },
  })
  const { user, asked } = open({
    'GET /threads/t1/messages': { body: { items: [someMessage(), held], hasEarlier: false } },
    'POST /threads/t1/messages/m4/deliver-now': { body: held },
    'GET /threads/t1/messages/m4/recipients': {
      body: {
        items: [
          {
            ...{ recipientId: 'r1', kind: 'driver', name: 'Juan Pérez', phone: '+525500000001' },
            ...heldTry,
            ...{ tries: [heldTry], otherMethods: [] },
          },
        ],
      },
    },
  })
  await screen.findByText('Se entregará cuando la unidad se detenga')
  await user.click(screen.getByRole('button', { name: 'Leído por 0 de 1' }))
  const list = within(await screen.findByRole('list', { name: 'Destinatarios del mensaje' }))
  list.getByText('Espera a que se detenga')
  await user.click(screen.getByRole('button', { name: 'Entregar ahora' }))
  await waitFor(() =>
    expect(asked.some(({ call }) => call === 'POST /threads/t1/messages/m4/deliver-now')).toBe(true),
  )
})

it('answers the request of a driver', async () => {
  const request = { type: 'break', serviceId: null, status: 'open', by: null, at: null, note: null } as const
  const asks = someMessage({ kind: 'request', text: 'Descanso', request })
  const { user, asked } = open({
    'GET /threads/t1/messages': { body: { items: [asks], hasEarlier: false } },
    'POST /threads/t1/messages/m1/answer': refusal(409, 'request_answered'),
  })
  await user.click(await screen.findByRole('button', { name: 'Aprobar' }))
  await screen.findByText(/ya respondió esta solicitud/)
  expect(asked.find(({ call }) => call.endsWith('/answer'))?.body).toEqual({ approve: true, note: null })
})

it.each([
  [false, 'status', 'Mensaje nuevo en Ana Ruiz: Ya llegué'],
  [true, 'alert', 'Urgente. Mensaje nuevo en Ana Ruiz: Ya llegué'],
])('says a new message to screen readers (urgent: %s)', async (isUrgent, role, words) => {
  let rows = [someThread(), second]
  const { emitLive } = open({ 'GET /threads': () => page(rows) })
  await field()
  rows = [
    someThread(),
    { ...second, lastSequence: 2, lastText: 'Ya llegué', lastFrom: 'Ana Ruiz', unread: 1, isUrgent },
  ]
  emitLive({
    type: 'stale',
    now: Date.now(),
    hints: [{ domain: 'communication', id: 't2', companyId: 'c1', fleetId: 'f1' }],
  })
  const said = await screen.findByText(words, {}, { timeout: 5000 })
  expect(said.closest(`[role=${role}]`)).not.toBeNull()
})

it('an emergency stands on top, with whom to call and its log', async () => {
  const emergency = { id: 't9', kind: 'emergency', title: 'Emergencia 104', unread: 0 } as const
  const contact = { id: 'k9', name: 'Central 911', role: 'sos_primary', phone: '911', email: null } as const
  const entry = {
    id: 'i1',
    at: '2026-03-02T12:00:00.000Z',
    kind: 'declared',
    by: 'Rumbo',
    detail: '',
    place: null,
  } as const
  const where = {
    ...entry,
    id: 'i0',
    kind: 'position',
    place: { latitude: 19.43, longitude: -99.13, at: '2026-03-02T11:59:00.000Z' },
  } as const
  const { user, asked } = open(
    {
      'GET /threads': page([someThread(), someThread({ ...emergency, lastAt: '2026-03-01T12:00:00.000Z' })]),
      'GET /threads/t9': { body: someThreadDetails(emergency) },
      'GET /threads/t9/messages': { body: { items: [], hasEarlier: false } },
      'GET /threads/t9/incident': { body: { entries: [where, entry], contacts: [contact] } },
      'POST /threads/t9/incident': { status: 201, body: { ...entry, id: 'i2', kind: 'contacted' } },
    },
    '/communication?thread=t9',
  )
  const rows = within(await screen.findByRole('list', { name: 'Conversaciones' })).getAllByRole('button')
  expect(rows[0]?.textContent).toContain('Emergencia · 104')
  await user.click(await screen.findByRole('button', { name: 'Contexto de la conversación' }))
  await user.click(await screen.findByRole('button', { name: 'Ya llamé a Central 911' }))
  screen.getByText('Emergencia declarada')
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /threads/t9/incident')?.body).toEqual({
      kind: 'contacted',
      detail: 'Central 911',
    }),
  )
  const link = screen.getByRole('link', { name: /^19\.43000, -99\.13000 a las / })
  expect(link.getAttribute('href')).toContain('19.43%2C-99.13')
})

it('fills a template into the composer, to be read before it is sent', async () => {
  const texts = { es: 'Hola {conductor}', en: 'Hi {driver}' }
  const template = { ...{ id: 'p1', companyId: 'c1', name: 'Saludo', texts, version: 1 }, updatedBy: null }
  const { user } = open({
    'GET /message-templates': { body: { items: [{ ...template, updatedAt: '2026-03-02T12:00:00.000Z' }] } },
    'GET /threads/t1/templates/p1': { body: { text: 'Hola Juan', language: 'es' } },
  })
  const write = await field()
  await user.click(screen.getByRole('button', { name: 'Usar una plantilla' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Saludo' }))
  await waitFor(() => expect((write as HTMLTextAreaElement).value).toBe('Hola Juan'))
})

it('says where a template has no arrival, and sends it once that is written', async () => {
  const texts = { es: 'Llega {llegada}', en: 'Arrives {eta}' }
  const template = { ...{ id: 'p1', companyId: 'c1', name: 'Llegada', texts, version: 1 }, updatedBy: null }
  const { user } = open({
    'GET /message-templates': { body: { items: [{ ...template, updatedAt: '2026-03-02T12:00:00.000Z' }] } },
    'GET /threads/t1/templates/p1': { body: { text: 'Llega {llegada}', language: 'es' } },
  })
  const write = await field()
  await user.click(screen.getByRole('button', { name: 'Usar una plantilla' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Llegada' }))
  expect(await screen.findByText(/No hay una hora estimada de llegada \(posición 7\)/)).not.toBeNull()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Enviar/ })
  expect(button.disabled).toBe(true)
  await user.clear(write)
  await user.type(write, 'Llega 9:30')
  expect(button.disabled).toBe(false)
  expect(screen.queryByText(/hora estimada de llegada/)).toBeNull()
})

it('sends attachments, and explains why a file is refused', async () => {
  const stored = { id: 'a1', name: 'ruta.pdf', contentType: 'application/pdf', bytes: 3 }
  let upload: FakeAnswer = refusal(415, 'attachment_type')
  const { user, asked } = open({
    'POST /attachments': () => upload,
    'POST /threads/t1/messages': { status: 201, body: someMessage({ id: 'm2', sequence: 2 }) },
  })
  await field()
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const file = new File(['pdf'], 'ruta.pdf', { type: 'application/pdf' })
  await user.upload(input, file)
  await screen.findByText(/ruta.pdf: Solo se aceptan imágenes/)
  upload = { status: 201, body: { ...stored, seconds: null, width: null, height: null } }
  await user.upload(input, file)
  await screen.findByRole('button', { name: 'Quitar ruta.pdf' })
  expect(screen.queryByText(/Solo se aceptan/)).toBeNull()
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'larga.pdf', { type: 'application/pdf' })
  await user.upload(input, large)
  await screen.findByText('larga.pdf pesa más de 10 MB, que es el límite.')
  await user.click(screen.getByRole('button', { name: /^Enviar/ }))
  await waitFor(() => expect(sent(asked)).toMatchObject([{ text: '', attachmentIds: ['a1'] }]))
})

it('failures are worded as in the specification', async () => {
  renderApp('/communication', { ...answers, 'GET /threads': refusal(400, 'odd', '') }, { language: 'en' })
  await screen.findByText('Failed to load conversations. Please try again.')
})

it('says that a contact is written to by a method that is not configured, and who can configure it', async () => {
  const parties = [
    {
      id: 'k2',
      name: 'Elena Torres',
      kind: 'contact' as const,
      phone: '+525500000002',
      methods: ['sms' as const, 'email' as const],
    },
  ]
  open({
    'GET /threads/t1': { body: someThreadDetails({ kind: 'contact', parties }) },
    'GET /notification-methods': {
      body: {
        items: [
          { method: 'email', isConfigured: false, configurableBy: ['Ana Ruiz'] },
          { method: 'sms', isConfigured: false, configurableBy: ['Ana Ruiz'] },
        ],
      },
    },
  })
  await screen.findByText('SMS: no está configurado. Puede configurarlo: Ana Ruiz.')
  expect(screen.queryByText(/^Correo: no está/)).toBeNull()
})
