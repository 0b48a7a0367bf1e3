import { readVehicle } from '@rumbo/contract/vehicles.contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { someLine } from '../live/live.factory.ts'
import { backOffCapMs } from '../live/live.socket.ts'
import { createClient, returnSpreadMs } from './client.ts'
import { queryKeyOf } from './data/data.ts'
import { someAnswer } from './session/session.factory.ts'

/** A signed-in page against a server, including its live stream, that can be switched off. */
async function page({ isOpen = true } = {}) {
  const server = { isUp: true, asked: [] as string[] }
  const answers: Record<string, unknown> = {
    'auth/refresh': someAnswer(),
    'auth/profile/companies': { items: [{ id: 'c1', name: 'c1', is_active: true }] },
    'companies/c1': { id: 'c1', name: 'c1', is_active: true },
    'fleets/': { items: [{ id: 'f1', company_id: 'c1', is_active: true }] },
    'fleets/f1': { id: 'f1', company_id: 'c1', is_active: true },
    'vehicles/v1': { id: 'v1', version: 1 },
  }
  const fetch: typeof globalThis.fetch = async (input) => {
    const path = String(input).split('?')[0]?.replace('/v1/', '') ?? ''
    server.asked.push(path)
    if (!server.isUp) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answers[path] ?? {}), {
      status: path in answers ? 200 : 404,
      headers: { 'content-type': 'application/json' },
    })
  }
  const line = someLine()
  const client = createClient({
    fetch,
    tabs: { post: () => {}, listen: () => {} },
    connect: line.connect,
  })
  const stop = client.start()
  await vi.advanceTimersByTimeAsync(0)
  const { data } = client
  const show = () => {
    const input = { params: { id: 'v1' } }
    const shown = new QueryObserver(data.queryClient, {
      queryKey: queryKeyOf(readVehicle, input),
      queryFn: () => data.call(readVehicle, input),
    })
    leaves.push(shown.subscribe(() => {}))
    return shown
  }
  leaves.push(stop)
  if (isOpen) line.welcome()
  return {
    client,
    server,
    show,
    open: line.welcome,
    fall: () => {
      server.isUp = false
      line.lose()
    },
    rise: async () => {
      server.isUp = true
      await vi.advanceTimersByTimeAsync(backOffCapMs)
      line.welcome()
    },
    countOf: (path: string) => server.asked.filter((asked) => asked === path).length,
  }
}
const leaves: (() => void)[] = []
/** Longer than all retries of a call take. */
const givenUpMs = 10_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  for (const leave of leaves.splice(0).reverse()) leave()
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})

it('repeats failed queries on screen after a random delay once the server is back', async () => {
  const { fall, rise, show, countOf } = await page()
  fall()
  const shown = show()
  await vi.advanceTimersByTimeAsync(givenUpMs)
  expect(shown.getCurrentResult().isError).toBe(true)
  const before = countOf('vehicles/v1')
  await vi.advanceTimersByTimeAsync(600_000)
  await rise()
  await vi.advanceTimersByTimeAsync(returnSpreadMs / 2 - 1)
  expect(countOf('vehicles/v1')).toBe(before)
  await vi.advanceTimersByTimeAsync(1)
  expect(shown.getCurrentResult().data).toEqual({ id: 'v1', version: 1 })
  expect(countOf('vehicles/v1')).toBe(before + 1)
})

it('reads again what was read before the stream was open, since hints may have been lost', async () => {
  const { open, show, countOf } = await page({ isOpen: false })
  show()
  await vi.advanceTimersByTimeAsync(100)
  expect(countOf('vehicles/v1')).toBe(1)
  open()
  await vi.advanceTimersByTimeAsync(returnSpreadMs)
  expect(countOf('vehicles/v1')).toBe(2)
})

it('reads what is on screen again once the stream is back, since hints may have been lost', async () => {
  const { fall, rise, show, countOf } = await page()
  show()
  await vi.advanceTimersByTimeAsync(100)
  const before = countOf('vehicles/v1')
  fall()
  await rise()
  await vi.advanceTimersByTimeAsync(returnSpreadMs)
  expect(countOf('vehicles/v1')).toBe(before + 1)
})

it('repeats them, and the companies and fleets, once the browser is online again', async () => {
  const { client, server, fall, show } = await page()
  fall()
  const shown = show()
  const reloaded = client.workspace.reload()
  await vi.advanceTimersByTimeAsync(givenUpMs)
  await reloaded
  expect(client.workspace.state().failure?.what).toBe('companies')
  server.isUp = true
  globalThis.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(returnSpreadMs)
  expect(client.workspace.state().failure).toBeNull()
  expect(shown.getCurrentResult().isSuccess).toBe(true)
})
