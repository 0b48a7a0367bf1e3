import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, renderApp } from '../app/testing.tsx'
import { pretendMedia } from '../ui/testing.tsx'
import { someMessage, someThread, someThreadDetails } from './communication.factory.ts'

const ana = { id: 't2', title: 'Ana Ruiz', unread: 0 }
const request = { type: 'break', serviceId: null, status: 'open', by: null, at: null, note: null } as const
const template = {
  ...{ id: 'p1', companyId: 'c1', name: 'Saludo', texts: { es: 'Hola', en: 'Hi' }, version: 3 },
  ...{ updatedAt: '2026-03-02T12:00:00.000Z', updatedBy: null },
}
const answers: FakeAnswers = {
  'GET /threads/counts': { body: { unread: 1, urgent: 0, waiting: 0, mine: 0 } },
  'GET /threads': {
    body: {
      items: [
        someThread(),
        someThread({ ...ana, waitingSince: '2026-03-02T11:00:00.000Z', lastAt: '2026-03-02T11:00:00.000Z' }),
      ],
      ...{ total: 2, page: 1, size: 50 },
    },
  },
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /threads/t1': { body: someThreadDetails() },
  'GET /threads/t2': { body: someThreadDetails(ana) },
  'GET /threads/t1/messages': { body: { items: [someMessage()], hasEarlier: false } },
  'GET /threads/t2/messages': {
    body: {
      items: [someMessage({ id: 'm9', threadId: 't2', kind: 'request', text: 'Descanso', request })],
      hasEarlier: false,
    },
  },
  'GET /message-templates': { body: { items: [template] } },
  'POST /threads/t1/read': { body: { done: true } },
  'POST /threads/t2/read': { body: { done: true } },
  'POST /threads/t2/messages/m9/answer': { body: someMessage() },
}
const open = (path = '/communication', language: 'es' | 'en' = 'es') =>
  renderApp(path, answers, { language, hasBrowserHistory: true })
const focused = () => document.activeElement?.textContent ?? ''

it('moves the focus with the panes of a narrow window, also with the Back of the browser', async () => {
  pretendMedia('max-width: 860px')
  const { user, at, history } = open()
  await user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  const heading = await screen.findByRole('heading', { name: 'Ana Ruiz' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await user.click(screen.getByRole('button', { name: 'Contexto de la conversación' }))
  await waitFor(() => expect(focused()).toBe('Volver a los mensajes'))
  act(() => history.back())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Contexto de la conversación' })),
  )
  expect(at()).toBe('/communication?thread=t2')
  await user.keyboard('{Escape}')
  expect(at()).toBe('/communication?thread=t2')
  await user.click(screen.getByRole('button', { name: 'Volver a las conversaciones' }))
  await waitFor(() => expect(focused()).toContain('Ana Ruiz'))
  expect(at()).toBe('/communication')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Ana Ruiz'))
  act(() => history.back())
  await waitFor(() => expect(focused()).toContain('Ana Ruiz'))
  expect(at()).toBe('/communication')
})

it('keeps a draft, and asks nothing, when Back goes to the list', async () => {
  pretendMedia('max-width: 860px')
  const { user, history, at } = open()
  await user.click(await screen.findByRole('button', { name: /^Conductor: Juan/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Mensaje' }), 'Voy')
  act(() => history.back())
  await user.click(await screen.findByRole('button', { name: /^Conductor: Juan/ }))
  expect(at()).toBe('/communication?thread=t1')
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensaje' })).value).toBe('Voy')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it.each([
  [
    'es',
    'Mensaje',
    'Atajos de teclado',
    'Elegir una plantilla',
    'Ir a Aprobar o Rechazar la solicitud del conductor',
  ],
  [
    'en',
    'Message',
    'Keyboard shortcuts',
    'Choose a template',
    'Go to Approve or Deny of the driver’s request',
  ],
] as const)(
  'has keys for the oldest unanswered, templates and answers, not while typing (%s)',
  async (...given) => {
    const [language, field, sheet, templates, decide] = given
    const { user, at, asked } = open('/communication', language)
    await screen.findByRole('button', { name: /Ana Ruiz/ })
    await user.keyboard('{Home}')
    expect(at()).toBe('/communication?thread=t2')
    const write = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: field })
    await screen.findByRole('button', { name: language === 'es' ? 'Aprobar' : 'Approve' })
    await user.type(write, '1;2')
    expect(write.value).toBe('1;2')
    expect(asked.some(({ call }) => call.endsWith('/answer'))).toBe(false)
    expect(screen.queryByRole('menu')).toBeNull()
    act(() => write.blur())
    await user.keyboard(';')
    await screen.findByRole('menuitem', { name: 'Saludo' })
    await user.keyboard('1')
    expect(asked.some(({ call }) => call.endsWith('/answer'))).toBe(false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('2')
    expect(document.activeElement?.getAttribute('data-decision')).toBe('deny')
    expect(asked.some(({ call }) => call.endsWith('/answer'))).toBe(false)
    await user.keyboard('2')
    await waitFor(() =>
      expect(asked.find(({ call }) => call.endsWith('/answer'))?.body).toEqual({
        approve: false,
        note: null,
      }),
    )
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: sheet })
    expect(dialog.textContent).toContain(templates)
    expect(dialog.textContent).toContain(decide)
  },
)
