import { featureNames } from '@rumbo/contract/features'
import type { ServerMessage } from '@rumbo/contract/live.contract'
import type { Language } from '@rumbo/i18n/language'
import { createBrowserHistory, createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { silentSocket } from '../live/live.factory.ts'
import type { SocketLike } from '../live/live.socket.ts'
import { someCompany, someFleet } from '../organisation/organisation.factory.ts'
import { quickUser, TestProviders } from '../ui/testing.tsx'
import { createClient } from './client.ts'
import { ClientProvider } from './client-context.tsx'
import { contractAnswer } from './fake-contract.testing.ts'
import { createAppRouter } from './navigation/router.tsx'
import { someAnswer, someUser } from './session/session.factory.ts'

export interface FakeAnswer {
  status?: number
  body: unknown
}
/** By `METHOD /path` below `/v1`; a function is called for each request, with body and query. */
export type FakeAnswers = Record<
  string,
  FakeAnswer | ((body: unknown, query: URLSearchParams) => FakeAnswer | Promise<FakeAnswer>)
>

export const refusal = (status: number, code: string, message = code): FakeAnswer => ({
  status,
  body: { status, title: code, detail: message, message, code },
})
export const nobody = refusal(401, 'refresh_invalid')

const company = (id: string) => someCompany({ id, name: `Empresa ${id}`, tier: 'enterprise' })
/** A company as in the list of the user's own companies. */
export const companyChoice = (id: string) => {
  const { name, status, tier, timeZone } = company(id)
  return { id, name, status, tier, timeZone, is_active: true }
}
const fleet = (id: string) => someFleet({ id, name: `Flotilla ${id}`, features: [...featureNames] })

/** Answers of a server with one company and one fleet, where a manager is signed in. */
export const usualAnswers: FakeAnswers = {
  'POST /auth/refresh': { body: someAnswer() },
  'POST /auth/login': { body: someAnswer() },
  'POST /auth/logout': { body: { done: true } },
  'GET /approach-alerts': { body: { items: [] } },
  'GET /notifications/counts': { body: { unread: 0, pressing: 0 } },
  'GET /threads/counts': { body: { unread: 0, urgent: 0, waiting: 0, mine: 0 } },
  'GET /settings': { body: { loginNotice: null, registration: true, mapsUrlTemplate: '' } },
  'GET /auth/profile/companies': { body: { items: [companyChoice('c1')] } },
  'GET /companies/c1': { body: company('c1') },
  'GET /companies/c2': { body: company('c2') },
  'GET /fleets/': { body: { items: [fleet('f1')], total: 1, page: 1, size: 100 } },
  'GET /fleets/f1': { body: fleet('f1') },
  'GET /fleets/f2': { body: fleet('f2') },
}

export const answersFor = (some: Parameters<typeof someUser>[0]): FakeAnswers => ({
  'POST /auth/refresh': { body: someAnswer({ user: someUser(some) }) },
})
export const twoOfEach: FakeAnswers = {
  'GET /auth/profile/companies': { body: { items: [companyChoice('c1'), companyChoice('c2')] } },
  'GET /fleets/': { body: { items: [fleet('f1'), fleet('f2')], total: 2, page: 1, size: 100 } },
}

type Answering = (
  call: string,
  body: unknown,
  query: URLSearchParams,
) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>

/** A server that answers by `METHOD /path`, checked against the contract; 404 for anything else. */
export function fakeFetch(answerTo: Answering): typeof globalThis.fetch {
  return async (input, init) => {
    const [address = '', query] = String(input).split('?')
    const call = `${init?.method} ${address.replace('/v1', '')}`
    const sent: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const answer = (await answerTo(call, sent, new URLSearchParams(query))) ?? refusal(404, 'not_found')
    const { status = 200, body } = answer
    const checked = status < 300 ? contractAnswer(call, body) : body
    return new Response(JSON.stringify(checked), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  }
}

interface RenderAppOptions {
  language?: Language
  /** With the history of the (simulated) browser, for Back and reload. */
  hasBrowserHistory?: boolean
}

function browserHistory(path: string) {
  window.history.replaceState(null, '', path)
  const history = createBrowserHistory()
  onTestFinished(() => history.destroy())
  return history
}

/** Renders the whole page at an address, against a server with the given answers. */
export function renderApp(
  path: string,
  some: FakeAnswers = {},
  { language = 'es', hasBrowserHistory = false }: RenderAppOptions = {},
) {
  const answers = { ...usualAnswers, ...some }
  const asked: { call: string; body: unknown }[] = []
  const fetch = fakeFetch((call, body, query) => {
    asked.push({ call, body })
    const answer = answers[call]
    return typeof answer === 'function' ? answer(body, query) : answer
  })
  const tabs = { post: () => {}, listen: () => {} }
  let socket: SocketLike | null = null
  const connect = () => {
    socket = silentSocket()
    return socket
  }
  const client = createClient({ fetch, connect, tabs })
  const history = hasBrowserHistory ? browserHistory(path) : createMemoryHistory({ initialEntries: [path] })
  const view = render(
    <TestProviders language={language}>
      <ClientProvider client={client}>
        <RouterProvider router={createAppRouter(history)} />
      </ClientProvider>
    </TestProviders>,
  )
  const count = (call: string) => asked.filter((one) => one.call === call).length
  /** Delivers a message of the live stream, as the server would. */
  const emitLive = (message: ServerMessage) =>
    act(() => socket?.onmessage?.({ data: JSON.stringify(message) }))
  const at = () => history.location.href
  /** The number of entries of the browser's history. */
  const steps = () => history.length
  return {
    ...view,
    user: userEvent.setup(quickUser),
    client,
    answers,
    asked,
    count,
    emitLive,
    at,
    steps,
    history,
  }
}
