import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someDriverState } from '../driver.factory.ts'

type Shown = DriverThread['messages'][number]
const message = (sequence: number, some: Partial<Shown> = {}): Shown => ({
  id: `m${sequence}`,
  threadId: 't1',
  sequence,
  authorKind: 'staff',
  authorId: 'u9',
  author: 'Carla Torres',
  kind: 'text',
  text: `Mensaje ${sequence}`,
  priority: 'normal',
  refs: [],
  attachments: [],
  request: null,
  broadcastId: null,
  createdAt: '2026-03-02T15:00:00.000Z',
  writtenAt: '2026-03-02T15:00:00.000Z',
  isOwn: false,
  isRead: false,
  ...some,
})
const thread = (messages: Shown[], some: Partial<DriverThread> = {}): DriverThread => ({
  id: 't1',
  kind: 'driver',
  title: 'Iván Mora',
  serviceId: null,
  unread: messages.filter(({ isOwn }) => !isOwn).length,
  urgent: [],
  readSequence: 0,
  lastSequence: messages.length,
  lastAt: '2026-03-02T15:00:00.000Z',
  messages,
  ...some,
})
interface Sent {
  id: string
  kind: string
  text?: string
  sequence?: number
}

/** A server with conversations that records what phones send; `loses` answers after having done it. */
function open(path: string, threads: DriverThread[], language: 'es' | 'en' = 'es', isReload = false) {
  if (!isReload) localStorage.clear()
  onTestFinished(() => localStorage.clear())
  const server = {
    threads,
    isDown: false,
    loses: false,
    problem: null as string | null,
    done: new Map<string, Sent>(),
  }
  const app = renderApp(
    path,
    {
      ...answersFor({ level: 'user', driven_fleets: ['f1'] }),
      'GET /driver': () => (server.isDown ? refusal(503, 'unavailable') : { body: someDriverState() }),
      'GET /plans/own-route': { body: { items: [] } },
      'GET /driver/threads': () =>
        server.isDown ? refusal(503, 'unavailable') : { body: { items: server.threads } },
      'POST /driver/messages': (body) => {
        if (server.isDown) return refusal(503, 'unavailable')
        const { actions } = body as { actions: Sent[] }
        if (server.problem === null) for (const one of actions) server.done.set(one.id, one)
        for (const { kind } of actions)
          if (kind === 'read')
            server.threads = server.threads.map((one) => ({ ...one, unread: 0, urgent: [] }))
        if (server.loses) return refusal(503, 'unavailable')
        return { body: { items: actions.map(({ id }) => ({ id, problem: server.problem })) } }
      },
    },
    { language },
  )
  return { ...app, server }
}
const slow = { timeout: 20_000 }
const button = (name: string | RegExp) => screen.findByRole('button', { name }, slow)
const texts = (sent: ReadonlyMap<string, Sent>) =>
  [...sent.values()].filter(({ kind }) => kind !== 'read').map(({ text }) => text)

it('counts unread messages, and marks a conversation as read once it is open', async () => {
  const { user, server } = open('/driver', [thread([message(1), message(2)])])
  const tab = await screen.findByRole('tab', { name: /Mensajes/ }, slow)
  await waitFor(() => expect(tab.textContent).toContain('2 mensajes sin leer'), slow)
  expect(document.title).toMatch(/^\(2\) /)
  await user.click(tab)
  await user.click(await button(/Despacho.*Mensaje 2/))
  await screen.findByText('Mensaje 1')
  await waitFor(() =>
    expect([...server.done.values()]).toMatchObject([{ kind: 'read', threadId: 't1', sequence: 2 }]),
  )
}, 60_000)

it('keeps messages of a dead zone in order, and sends each once though an answer was lost', async () => {
  const { user, server } = open('/driver?thread=t1', [thread([message(1, { isOwn: true })])])
  await screen.findByText('Mensaje 1', {}, slow)
  server.isDown = true
  for (const text of ['Uno', 'Dos']) {
    await user.type(screen.getByLabelText('Mensaje'), text)
    await user.click(await button('Enviar'))
    await screen.findByText(text)
  }
  const shown = within(screen.getByRole('list', { name: 'Mensajes de la conversación' }))
  expect(
    shown.getAllByRole('listitem').map(({ textContent }) => /Mensaje 1|Uno|Dos/.exec(textContent)?.[0]),
  ).toEqual(['Mensaje 1', 'Uno', 'Dos'])
  expect(shown.getAllByText(/Por enviar/)).toHaveLength(2)
  expect(texts(server.done)).toEqual([])
  Object.assign(server, { isDown: false, loses: true })
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(texts(server.done)).toEqual(['Uno', 'Dos']), slow)
  server.loses = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(shown.queryByText(/Por enviar/)).toBeNull(), slow)
  expect(texts(server.done)).toEqual(['Uno', 'Dos'])
}, 90_000)

it('explains a refusal, keeps the text, and sends it again under a new id', async () => {
  const { user, server } = open('/driver?thread=t1', [thread([])])
  server.problem = 'thread_not_found'
  await user.type(await screen.findByLabelText('Mensaje', {}, slow), 'Voy tarde')
  await user.click(await button('Enviar'))
  await screen.findByText(/No se envió: No se encontró la conversación/, {}, slow)
  screen.getByText('Voy tarde')
  server.problem = null
  await user.click(await button('Intentar de nuevo'))
  await waitFor(() => expect(texts(server.done)).toEqual(['Voy tarde']), slow)
}, 60_000)

it('asks dispatch for something, and shows what became of it', async () => {
  const request = {
    type: 'break',
    serviceId: null,
    by: 'Carla Torres',
    at: null,
    note: 'Hasta las 3',
  } as const
  const asked = (sequence: number, status: 'approved' | 'denied') =>
    message(sequence, { isOwn: true, kind: 'request', request: { ...request, status } })
  const { user, server } = open('/driver?view=messages', [thread([asked(1, 'approved'), asked(2, 'denied')])])
  await user.click(await button('Pedir'))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Qué necesitas?' }))
  expect(dialog.queryByRole('button', { name: 'El cliente no se presentó' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Pedir' }))
  await dialog.findByText('Elige lo que necesitas.')
  await user.click(dialog.getByRole('button', { name: 'Llámenme' }))
  await user.click(dialog.getByRole('button', { name: 'Pedir' }))
  await screen.findByText('Aprobado por Carla Torres', {}, slow)
  screen.getByText('Rechazado por Carla Torres')
  await waitFor(() => expect([...server.done.values()]).toMatchObject([{ kind: 'request', type: 'call_me' }]))
}, 60_000)

it('shows an urgent message in front of everything until it is confirmed, in English too', async () => {
  const urgent = message(2, { priority: 'urgent', text: 'Leave the area' })
  const { user, server } = open('/driver?thread=t1', [thread([message(1), urgent], { urgent: ['m2'] })], 'en')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Urgent message' }, slow))
  expect(dialog.getByRole('alert').textContent).toBe('Leave the area')
  expect(server.done.size).toBe(0)
  await user.click(dialog.getByRole('button', { name: 'Read and understood' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect([...server.done.values()]).toMatchObject([{ kind: 'read', sequence: 2 }]))
}, 60_000)

it('announces a new message politely', async () => {
  const { server } = open('/driver?view=messages', [thread([message(1)])])
  await button(/Despacho.*Mensaje 1/)
  server.threads = [thread([message(1), message(2)])]
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(
    () =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
        'Mensaje nuevo de Carla Torres: Mensaje 2',
      ),
    slow,
  )
}, 60_000)

it('keeps what is being written when the conversation with dispatch begins, and over a reload', async () => {
  const { user, server, unmount } = open('/driver?view=messages', [])
  await user.click((await screen.findAllByRole('button', { name: 'Escribir' }, slow))[0] as HTMLElement)
  await user.type(await screen.findByLabelText('Mensaje'), 'Estoy en la puer')
  server.threads = [thread([message(1)])]
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByText('Mensaje 1', {}, slow)
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Mensaje', {}, slow)
  expect((await field()).value).toBe('Estoy en la puer')
  await user.type(await field(), 'ta')
  unmount()
  const again = open(
    '/driver?thread=t1',
    [thread([message(1)]), thread([], { id: 't2', kind: 'group', title: 'Turno' })],
    'es',
    true,
  )
  expect((await field()).value).toBe('Estoy en la puerta')
  await again.user.click(await button('Volver a las conversaciones'))
  await again.user.click(await button(/Turno/))
  expect((await field()).value).toBe('')
}, 90_000)
