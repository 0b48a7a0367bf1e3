import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type FakeAnswer, type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someMessage, someThread, someThreadDetails } from '../communication.factory.ts'

const contact = { id: 'k2', name: 'Ana Ruiz', kind: 'contact', phone: '+525500000002' } as const
const stored = { id: 'a1', name: 'ruta.pdf', contentType: 'application/pdf', bytes: 3 }
const uploaded = { status: 201, body: { ...stored, seconds: null, width: null, height: null } }
const template = {
  ...{ id: 'p1', companyId: 'c1', name: 'Saludo', texts: { es: 'Hola', en: 'Hi' }, version: 3 },
  ...{ updatedAt: '2026-03-02T12:00:00.000Z', updatedBy: null },
}
const answers: FakeAnswers = {
  'GET /threads/counts': { body: { unread: 0, urgent: 0, waiting: 0, mine: 0 } },
  'GET /threads': {
    body: {
      items: [someThread(), someThread({ id: 't2', title: 'Ana Ruiz', kind: 'contact' })],
      ...{ total: 2, page: 1, size: 50 },
    },
  },
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /threads/t1': { body: someThreadDetails({ readSequence: 1 }) },
  'GET /threads/t2': {
    body: someThreadDetails({
      ...{ id: 't2', title: 'Ana Ruiz', kind: 'contact', readSequence: 1 },
      parties: [{ ...contact, methods: ['sms', 'email'] }],
    }),
  },
  'GET /threads/t1/messages': { body: { items: [someMessage()], hasEarlier: false } },
  'GET /threads/t2/messages': {
    body: { items: [someMessage({ id: 'm5', threadId: 't2' })], hasEarlier: false },
  },
  'GET /message-templates': { body: { items: [template] } },
}
const open = (some: FakeAnswers = {}, thread = 't1', language: 'es' | 'en' = 'es') =>
  renderApp(`/communication?thread=${thread}`, { ...answers, ...some }, { language })
const field = (name = 'Mensaje') => screen.findByRole('textbox', { name })
const choose = async (user: ReturnType<typeof open>['user']) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['pdf'], 'ruta.pdf', { type: 'application/pdf' }))
}

/** An upload that ends when the test says so. */
function slowUpload() {
  let end: (answer: FakeAnswer) => void = () => {}
  const answer = new Promise<FakeAnswer>((resolve) => {
    end = resolve
  })
  return { 'POST /attachments': () => answer, end: (given: FakeAnswer) => act(async () => end(given)) }
}

it('a file that arrives after its conversation was left stays with the draft of its own', async () => {
  const { end, ...upload } = slowUpload()
  const { user } = open(upload as unknown as FakeAnswers)
  await field()
  await choose(user)
  await user.click(screen.getByRole('button', { name: /Ana Ruiz/ }))
  await screen.findByRole('region', { name: 'Conversación: Ana Ruiz' })
  await end(uploaded)
  expect(screen.queryByText('ruta.pdf')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Conductor: Juan/ }))
  await screen.findByRole('button', { name: 'Quitar ruta.pdf' })
})

it('while a file is on its way nothing is sent, also after coming back; its refusal is said elsewhere', async () => {
  const { end, ...upload } = slowUpload()
  const { user } = open(upload as unknown as FakeAnswers)
  await user.type(await field(), 'Ahí va')
  await choose(user)
  await user.click(screen.getByRole('button', { name: /Ana Ruiz/ }))
  await screen.findByRole('region', { name: 'Conversación: Ana Ruiz' })
  await user.click(screen.getByRole('button', { name: /^Conductor: Juan/ }))
  await field()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Enviar/ }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: /Ana Ruiz/ }))
  await screen.findByRole('region', { name: 'Conversación: Ana Ruiz' })
  await end({ status: 415, body: { type: 'about:blank', title: 'x', status: 415, code: 'attachment_type' } })
  await screen.findByText(/ruta.pdf: /)
})

it.each([
  ['es', 'Mensaje', 'Enviar por', 'mensaje SMS', 'correo', /^Enviar$|^Enviar C/],
  ['en', 'Message', 'Send by', 'SMS', 'email', /^Send$|^Send C/],
] as const)('shows how a message goes to a contact, and sends it as chosen (%s)', async (...given) => {
  const [language, name, label, usual, other, send] = given
  const { user, asked } = open(
    { 'POST /threads/t2/messages': { status: 201, body: someMessage({ id: 'm6', sequence: 2 }) } },
    't2',
    language,
  )
  const write = await field(name)
  const via = screen.getByRole<HTMLSelectElement>('combobox', { name: label })
  expect(via.selectedOptions[0]?.textContent).toBe(usual)
  const methods = () =>
    asked
      .filter(({ call }) => call === 'POST /threads/t2/messages')
      .map(({ body }) => (body as { methods: string[] }).methods)
  await user.type(write, 'Hola')
  await user.click(screen.getByRole('button', { name: send }))
  await waitFor(() => expect(methods()).toEqual([['sms']]))
  await user.selectOptions(via, other)
  await user.type(write, 'Hola')
  await user.click(screen.getByRole('button', { name: send }))
  await waitFor(() => expect(methods()).toEqual([['sms'], ['email']]))
})

it('says so where nothing is configured to reach somebody', async () => {
  open(
    { 'GET /threads/t2': { body: someThreadDetails({ id: 't2', parties: [{ ...contact, methods: [] }] }) } },
    't2',
  )
  await screen.findByText(/No hay cómo escribirle a Ana Ruiz/)
})

it('changes and deletes templates', async () => {
  const { user, asked } = open({
    'PUT /message-templates/p1': { body: { ...template, version: 4 } },
    'DELETE /message-templates/p1': { body: { done: true } },
  })
  await field()
  await user.click(screen.getByRole('button', { name: 'Usar una plantilla' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Administrar plantillas' }))
  const list = within(await screen.findByRole('dialog', { name: 'Plantillas' }))
  await user.click(await list.findByRole('button', { name: 'Editar Saludo' }))
  const form = within(await screen.findByRole('dialog', { name: 'Editar plantilla' }))
  const es = form.getByRole('textbox', { name: /Texto en español/ })
  await user.clear(es)
  await user.type(es, 'Buenas')
  await user.click(form.getByRole('button', { name: 'Guardar' }))
  const bodyOf = (method: string) => asked.find(({ call }) => call === `${method} /message-templates/p1`)
  await waitFor(() =>
    expect(bodyOf('PUT')?.body).toEqual({ name: 'Saludo', texts: { es: 'Buenas', en: 'Hi' }, version: 3 }),
  )
  await user.click(await list.findByRole('button', { name: 'Eliminar Saludo' }))
  expect(bodyOf('DELETE')).toBeUndefined()
  const question = await screen.findByRole('alertdialog', { name: '¿Eliminar la plantilla «Saludo»?' })
  await user.click(within(question).getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(bodyOf('DELETE')).toBeDefined())
})

/** A microphone; `refuses`: the person did not allow it. */
function microphone({ refuses = false } = {}) {
  const stopped = vi.fn()
  class Recorder extends EventTarget {
    static isTypeSupported = (type: string) => type === 'audio/webm'
    state = 'inactive'
    ondataavailable: ((event: { data: Blob }) => void) | null = null
    onstop: (() => void) | null = null
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      this.ondataavailable?.({ data: new Blob(['audio']) })
      this.onstop?.()
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  const getUserMedia = async () => {
    if (refuses) throw new DOMException('no', 'NotAllowedError')
    return { getTracks: () => [{ stop: stopped }] }
  }
  const former = Object.getOwnPropertyDescriptor(navigator, 'mediaDevices')
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (former) Object.defineProperty(navigator, 'mediaDevices', former)
    else Reflect.deleteProperty(navigator, 'mediaDevices')
  })
  return { stopped }
}

it('records something, to be played before it is attached', async () => {
  const { stopped } = microphone()
  const { user, asked } = open({ 'POST /attachments': uploaded })
  await field()
  await user.click(screen.getByRole('button', { name: 'Nota de voz' }))
  expect((await screen.findByRole('timer')).textContent).toBe('0:00 de 2:00')
  await user.click(screen.getByRole('button', { name: 'Detener' }))
  await screen.findByLabelText('Escuchar la grabación')
  expect(stopped).toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Descartar la grabación' }))
  expect(asked.some(({ call }) => call === 'POST /attachments')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Nota de voz' }))
  await user.click(await screen.findByRole('button', { name: 'Detener' }))
  await user.click(screen.getByRole('button', { name: 'Adjuntar' }))
  await waitFor(() => expect(asked.some(({ call }) => call === 'POST /attachments')).toBe(true))
})

it.each([
  ['es', 'Mensaje', 'Nota de voz', /no permite usar el micrófono/],
  ['en', 'Message', /^Record a /, /does not allow this page to use the microphone/],
] as const)('says clearly that the microphone was refused (%s)', async (language, name, record, words) => {
  microphone({ refuses: true })
  const { user } = open({}, 't1', language)
  await field(name)
  await user.click(screen.getByRole('button', { name: record }))
  expect((await screen.findByText(words)).closest('[role=alert]')).not.toBeNull()
})
