import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someMessage, someThread, someThreadDetails } from '../communication.factory.ts'

const rowHeight = 100
/** A list that shows three messages at a time: the simulated browser lays nothing out. */
function layOut() {
  const of = (element: HTMLElement) => Number(element.dataset.sequence ?? 0) * rowHeight
  const rows = (list: HTMLElement) => list.querySelectorAll('[data-sequence]').length
  const top = new WeakMap<Element, number>()
  const given = {
    offsetTop: function (this: HTMLElement) {
      const next = this.nextElementSibling
      // The divider is above its message.
      return this.role === 'separator' && next instanceof HTMLElement
        ? of(next) - rowHeight
        : of(this) - rowHeight
    },
    offsetHeight: () => rowHeight,
    clientHeight: () => 3 * rowHeight,
    scrollHeight: function (this: HTMLElement) {
      return rows(this) * rowHeight
    },
  }
  for (const [name, get] of Object.entries(given))
    vi.spyOn(HTMLElement.prototype, name as 'offsetTop', 'get').mockImplementation(get as () => number)
  const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')
  Object.defineProperty(Element.prototype, 'scrollTop', {
    configurable: true,
    get(this: HTMLElement) {
      return top.get(this) ?? 0
    },
    set(this: HTMLElement, wanted: number) {
      top.set(this, Math.max(0, Math.min(wanted, rows(this) * rowHeight - 3 * rowHeight)))
    },
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
    if (scrollTop) Object.defineProperty(Element.prototype, 'scrollTop', scrollTop)
  })
}

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    someMessage({ id: `m${at + 1}`, sequence: at + 1, text: `Mensaje ${at + 1}` }),
  )
function open({ count, read, language = 'es' }: { count: number; read: number; language?: 'es' | 'en' }) {
  layOut()
  const server = { items: many(count), read }
  const details = () =>
    someThreadDetails({ lastSequence: server.items.length, readSequence: server.read, unread: 1 })
  const answers: FakeAnswers = {
    'GET /threads': () => ({ body: { items: [someThread()], total: 1, page: 1, size: 50 } }),
    'GET /own-threads': { body: { items: [] } },
    'GET /replies-aside': { body: { items: [], notKept: 0 } },
    'GET /threads/counts': { body: { unread: 1, urgent: 0, waiting: 0, mine: 0 } },
    'GET /threads/t1': () => ({ body: details() }),
    'GET /threads/t1/messages': () => ({ body: { items: server.items, hasEarlier: false } }),
    'POST /threads/t1/read': (body) => {
      server.read = (body as { sequence: number }).sequence
      return { body: { done: true } }
    },
  }
  const app = renderApp('/communication?thread=t1', answers, { language })
  const marked = () =>
    app.asked
      .filter(({ call }) => call === 'POST /threads/t1/read')
      .map(({ body }) => (body as { sequence: number }).sequence)
  const arrive = () => {
    server.items = many(server.items.length + 1)
    app.emitLive({
      type: 'stale',
      now: Date.now(),
      hints: [{ domain: 'communication', id: 't1', companyId: 'c1', fleetId: 'f1' }],
    })
  }
  return { ...app, marked, arrive }
}
const soon = { timeout: 5_000 }
const scrollTo = (list: HTMLElement, top: number) => {
  list.scrollTop = top
  fireEvent.scroll(list)
}

it('opens at the first unread message, and marks read only what has been on screen', async () => {
  const { user, marked } = open({ count: 10, read: 4 })
  const list = await screen.findByRole('log', { name: 'Mensajes' })
  await waitFor(() => expect(marked()).toEqual([6]))
  const line = within(list).getByRole('separator', { name: 'Mensajes sin leer' })
  expect(line.nextElementSibling?.textContent).toContain('Mensaje 5')
  scrollTo(list, 5 * rowHeight)
  await waitFor(() => expect(marked()).toEqual([6, 8]))
  await user.click(await screen.findByRole('button', { name: '2 mensajes nuevos' }))
  expect(document.activeElement).toBe(list)
  scrollTo(list, 10 * rowHeight)
  await waitFor(() => expect(marked().at(-1)).toBe(10))
  await waitFor(() => expect(screen.queryByRole('button', { name: /mensajes? nuevos?/ })).toBeNull())
})

it('says how many arrived below while scrolled up, and goes to the first of them, in English too', async () => {
  const { user, marked, arrive } = open({ count: 10, read: 10, language: 'en' })
  const list = await screen.findByRole('log', { name: 'Messages' })
  await within(list).findByText('Mensaje 10')
  scrollTo(list, 0)
  arrive()
  const button = await screen.findByRole('button', { name: '1 new message' }, soon)
  expect(list.scrollTop).toBe(0)
  expect(marked()).toEqual([])
  await user.click(button)
  await waitFor(() => expect(marked()).toEqual([11]))
  const line = within(list).getByRole('separator', { name: 'Unread messages' })
  expect(line.nextElementSibling?.textContent).toContain('Mensaje 11')
})

it('marks nothing read while nobody looks at the page, and what is shown once somebody does', async () => {
  let isLookedAt = false
  const { marked } = open({ count: 2, read: 0 })
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isLookedAt)
  await screen.findByText('Mensaje 2')
  expect(marked()).toEqual([])
  isLookedAt = true
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(marked()).toEqual([2]))
})
