import { listServices } from '@rumbo/contract/services.contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDataLayer, type DataLayer } from './data.ts'
import type { Http } from './http.ts'
import { DataProvider, useEndpoint, usePacedEndpoint } from './use-data.ts'
import { useAllPages } from './use-pages.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const input = { query: { fleetId: 'f1' } }
function Paced() {
  const { data } = usePacedEndpoint(listServices, input, { paceMs: 15_000 })
  return <p>paced {data?.total ?? '–'}</p>
}
function Eager() {
  const { data } = useEndpoint(listServices, input)
  return <p>eager {data?.total ?? '–'}</p>
}

function open(view: (data: DataLayer) => React.ReactNode) {
  let asked = 0
  const call: Http['call'] = async () => {
    asked += 1
    return { items: [], total: asked, page: 1, size: 25 } as never
  }
  const data = createDataLayer({ call })
  const show = (node: React.ReactNode) => (
    <QueryClientProvider client={data.queryClient}>
      <DataProvider value={data}>{node}</DataProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(show(view(data)))
  return { data, asked: () => asked, show: (node: React.ReactNode) => rerender(show(node)) }
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('reads at its own interval after hints, and once a minute without hints', async () => {
  const { data, asked } = open(() => <Paced />)
  await wait(0)
  screen.getByText('paced 1')
  await wait(45_000)
  expect(asked()).toBe(1)
  await wait(30_000)
  expect(asked()).toBe(2)
  for (let hint = 0; hint < 5; hint += 1) {
    act(() => data.evict(['services']))
    await wait(1_000)
  }
  expect(asked()).toBe(2)
  await wait(15_000)
  expect(asked()).toBe(3)
  screen.getByText('paced 3')
})

it('shows at once what another component reads', async () => {
  const { data, show } = open(() => <Paced />)
  await wait(0)
  show([<Paced key="p" />, <Eager key="e" />])
  act(() => data.evict(['services']))
  await wait(0)
  screen.getByText('eager 2')
  screen.getByText('paced 2')
})

it('does not read while the page is hidden', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { asked } = open(() => <Paced />)
  await wait(30_000)
  expect(asked()).toBe(0)
  hidden.mockReturnValue(false)
  await wait(15_000)
  expect(asked()).toBe(1)
})

it('shows a change in a list of all pages, also after an answer that was requested before it', async () => {
  let version = 1
  const call: Http['call'] = async (_endpoint, _input, { signal } = {}) => {
    const answer = { items: [{ id: 's1', version }], total: 1 }
    await new Promise((resolve) => setTimeout(resolve, 500))
    signal?.throwIfAborted()
    return answer as never
  }
  const data = createDataLayer({ call })
  const versions: number[] = []
  function List() {
    const [shown] = useAllPages(listServices, input).data?.items ?? []
    if (shown) versions.push(shown.version)
    return null
  }
  render(
    <QueryClientProvider client={data.queryClient}>
      <DataProvider value={data}>
        <List />
      </DataProvider>
    </QueryClientProvider>,
  )
  await wait(2_000)
  act(() => data.evict(['services']))
  await wait(100)
  version = 2
  await act(() => data.settle('services', { id: 's1', version }))
  act(() => data.evict(['services']))
  await wait(3_000)
  expect([...new Set(versions)]).toEqual([1, 2])
  expect(versions.lastIndexOf(1)).toBeLessThan(versions.indexOf(2))
})
