import { listBest, listCandidates } from '@rumbo/contract/dispatch.contract'
import type { Endpoint } from '@rumbo/contract/endpoint'
import { readCompany } from '@rumbo/contract/organisation.contract'
import { listServices, readService } from '@rumbo/contract/services.contract'
import { listServiceSeries } from '@rumbo/contract/services.series.contract'
import { readVehicle } from '@rumbo/contract/vehicles.contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDataLayer, queryKeyOf } from './data.ts'
import type { Http } from './http.ts'
import { ProblemError, TransportError } from './problems.ts'

function bench() {
  const asked: string[] = []
  const call: Http['call'] = async (endpoint) => {
    asked.push(endpoint.name)
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { answer: asked.length } as never
  }
  return { asked, data: createDataLayer({ call }) }
}
const vehicle = (id: string) => ({ params: { id } })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('reading', () => {
  it('shares identical requests in flight', async () => {
    const { asked, data } = bench()
    const both = Promise.all([data.read(readVehicle, vehicle('1')), data.read(readVehicle, vehicle('1'))])
    await vi.advanceTimersByTimeAsync(50)
    const [first, second] = await both
    expect(first).toBe(second)
    expect(asked).toHaveLength(1)
  })

  it('serves a cached answer for 10 s, and reads again afterwards', async () => {
    const { asked, data } = bench()
    const read = async () => {
      const promise = data.read(readVehicle, vehicle('1'))
      await vi.advanceTimersByTimeAsync(50)
      return promise
    }
    await read()
    await vi.advanceTimersByTimeAsync(9900)
    await read()
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(100)
    await read()
    expect(asked).toHaveLength(2)
  })

  it('keeps answers to different inputs apart', async () => {
    const { asked, data } = bench()
    const both = Promise.all([data.read(readVehicle, vehicle('1')), data.read(readVehicle, vehicle('2'))])
    await vi.advanceTimersByTimeAsync(50)
    await both
    expect(asked).toHaveLength(2)
  })
})

describe('eviction', () => {
  it('makes the next read of its own domain call the server again', async () => {
    const { asked, data } = bench()
    const readBoth = async () => {
      const both = Promise.all([data.read(readVehicle, vehicle('1')), data.read(readCompany, vehicle('c'))])
      await vi.advanceTimersByTimeAsync(50)
      await both
    }
    await readBoth()
    data.evictHints([{ domain: 'vehicles', id: '1' }])
    await readBoth()
    expect(asked).toEqual(['vehicles.read', 'organisation.readCompany', 'vehicles.read'])
  })

  it('fetches queries on screen again at once, and at most once a second when many hints arrive', async () => {
    const { asked, data } = bench()
    const observer = new QueryObserver(data.queryClient, {
      queryKey: queryKeyOf(readVehicle, vehicle('1')),
      queryFn: () => data.call(readVehicle, vehicle('1')),
    })
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(50)
    expect(asked).toHaveLength(1)
    for (let hint = 0; hint < 10; hint += 1) {
      data.evict(['vehicles'])
      await vi.advanceTimersByTimeAsync(40)
    }
    expect(asked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked).toHaveLength(3)
    leave()
  })

  it('fetches again neither for a record that the answer does not depend on, nor sooner than its spacing', async () => {
    const { data } = bench()
    const calls: string[] = []
    const watch = (endpoint: Endpoint, input: never, meta?: Record<string, unknown>) =>
      new QueryObserver(data.queryClient, {
        queryKey: queryKeyOf(endpoint, input),
        queryFn: () => {
          calls.push(endpoint.name)
          return data.call(endpoint, input)
        },
        meta,
      }).subscribe(() => {})
    const leave = [
      watch(listServiceSeries, { query: { fleetId: 'f1' } } as never),
      watch(listBest, { query: { serviceId: ['s1'] } } as never, { hintSpacingMs: 10_000 }),
    ]
    await vi.advanceTimersByTimeAsync(50)
    calls.length = 0
    for (let second = 0; second < 9; second += 1) {
      data.evictHints([{ domain: 'services', id: 's1' }])
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(calls).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls).toEqual(['dispatch.best'])
    // A change of this page, and a hint that names no record.
    data.evict(['services'])
    await vi.advanceTimersByTimeAsync(50)
    expect(calls).toEqual(['dispatch.best', 'services.listSeries', 'dispatch.best'])
    data.evictHints([{ domain: 'services', fleetId: 'f1' }])
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls.filter((name) => name === 'services.listSeries')).toHaveLength(2)
    for (const one of leave) one()
  })

  it('fetches the record of a hint and lists again, but no other records', async () => {
    const { asked, data } = bench()
    const calls: string[] = []
    const watch = (endpoint: Endpoint, input: never, name: string) =>
      new QueryObserver(data.queryClient, {
        queryKey: queryKeyOf(endpoint, input),
        queryFn: () => {
          calls.push(name)
          return data.call(endpoint, input)
        },
      }).subscribe(() => {})
    const leave = [
      watch(readService, { params: { id: 's1' } } as never, 'record 1'),
      watch(readService, { params: { id: 's2' } } as never, 'record 2'),
      watch(listServices, { query: { fleetId: 'f1' } } as never, 'list'),
      watch(listCandidates, { params: { serviceId: 's1' } } as never, 'candidates 1'),
      ...Array.from({ length: 10 }, (_, at) =>
        watch(listCandidates, { params: { serviceId: `x${at}` } } as never, `candidates of x${at}`),
      ),
      watch(listBest, { query: { serviceId: ['s2', 's3'] } } as never, 'best of others'),
      watch(listBest, { query: { serviceId: ['s1', 's3'] } } as never, 'best'),
    ]
    await vi.advanceTimersByTimeAsync(50)
    expect(asked).toHaveLength(16)
    calls.length = 0
    data.evictHints([{ domain: 'services', id: 's1' }])
    await vi.advanceTimersByTimeAsync(50)
    expect(calls.sort()).toEqual(['best', 'candidates 1', 'list', 'record 1'])
    calls.length = 0
    // Within the spacing: queued for the next fetch, each record once.
    data.evictHints([{ domain: 'services', id: 's2' }])
    data.evictHints([{ domain: 'services', id: 's2' }])
    await vi.advanceTimersByTimeAsync(3000)
    expect(calls.sort()).toEqual(['best of others', 'list', 'record 2'])
    calls.length = 0
    data.evictHints([{ domain: 'services', fleetId: 'f1' }])
    await vi.advanceTimersByTimeAsync(3000)
    expect(calls).toHaveLength(16)
    for (const each of leave) each()
  })

  it.each(['the first', 'a repeated'])(
    'outlasts an answer of %s read that was requested before it',
    async (which) => {
      const { asked, data } = bench()
      const read = async (meanwhile = () => {}) => {
        const answer = data.read(readVehicle, vehicle('1'))
        await vi.advanceTimersByTimeAsync(25)
        meanwhile()
        await vi.advanceTimersByTimeAsync(25)
        await answer
      }
      if (which === 'a repeated') {
        await read()
        data.evict(['vehicles'])
      }
      await read(() => data.evict(['vehicles']))
      const before = asked.length
      await read()
      await read()
      expect(asked).toHaveLength(before + 1)
    },
  )

  it('clears everything when the session ends', async () => {
    const { asked, data } = bench()
    for (let round = 0; round < 2; round += 1) {
      const read = data.read(readVehicle, vehicle('1'))
      await vi.advanceTimersByTimeAsync(50)
      await read
      data.clear()
    }
    expect(asked).toHaveLength(2)
  })
})

describe('what failed', () => {
  /** A query on screen whose call fails while `failure` is set. */
  function screen(first: Error) {
    const server = { failure: first as Error | null, asked: 0 }
    const call: Http['call'] = async () => {
      server.asked += 1
      if (server.failure) throw server.failure
      return { answer: server.asked } as never
    }
    const data = createDataLayer({ call })
    const observer = new QueryObserver(data.queryClient, {
      queryKey: queryKeyOf(readVehicle, vehicle('1')),
      queryFn: () => data.call(readVehicle, vehicle('1')),
    })
    const leave = observer.subscribe(() => {})
    return { server, data, observer, leave }
  }

  it('is requested once more, and then waits for the next hint', async () => {
    const { server, data, observer, leave } = screen(new TransportError('', false))
    await vi.advanceTimersByTimeAsync(0)
    expect(server.asked).toBe(1)
    data.evictHints([{ domain: '*' }])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(server.asked).toBe(2)
    server.failure = null
    data.evictHints([{ domain: '*' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(observer.getCurrentResult().data).toEqual({ answer: 3 })
    data.evictHints([{ domain: '*' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(server.asked).toBe(3)
    leave()
  })

  it('is not requested again when it is not on screen', async () => {
    const gone = screen(new ProblemError(502, '', null))
    await vi.advanceTimersByTimeAsync(0)
    gone.leave()
    gone.data.evictHints([{ domain: '*' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(gone.server.asked).toBe(1)
  })
})

describe('settling', () => {
  const service = (id: string, version: number) => ({ id, version, status: `at ${version}` })
  const shown = (data: ReturnType<typeof bench>['data']) =>
    data.queryClient.getQueryData<{ items: { status: string }[] }>(['services.list', {}])

  it('replaces the older version of the record in lists and single records', async () => {
    const { data } = bench()
    data.queryClient.setQueryData(['services.list', {}], {
      items: [service('1', 1), service('2', 1)],
      total: 2,
    })
    data.queryClient.setQueryData(['services.read', '1'], service('1', 1))
    await data.settle('services', service('1', 2))
    expect(shown(data)).toEqual({ items: [service('1', 2), service('2', 1)], total: 2 })
    expect(data.queryClient.getQueryData(['services.read', '1'])).toEqual(service('1', 2))
  })

  it('keeps newer versions, other domains, and answers that are not records', async () => {
    const { data } = bench()
    data.queryClient.setQueryData(['services.list', {}], { items: [service('1', 3)] })
    data.queryClient.setQueryData(['vehicles.read', '1'], service('1', 1))
    await data.settle('services', service('1', 2))
    await data.settle('services', { done: true })
    expect(shown(data)?.items[0]?.status).toBe('at 3')
    expect(data.queryClient.getQueryData(['vehicles.read', '1'])).toEqual(service('1', 1))
  })

  it('is not undone by an older request whose answer arrives later', async () => {
    const { data, asked } = bench()
    const key = ['services.list', {}]
    data.queryClient.setQueryData(key, { items: [service('1', 1)] })
    let answer = { items: [service('1', 1)] }
    const leave = new QueryObserver(data.queryClient, {
      queryKey: key,
      queryFn: async ({ signal }) => {
        asked.push('list')
        const read = answer
        await new Promise((resolve) => setTimeout(resolve, 50))
        signal.throwIfAborted()
        return read
      },
    }).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(2_000)
    data.evict(['services'])
    await vi.advanceTimersByTimeAsync(10)
    const before = asked.length
    answer = { items: [service('1', 2)] }
    await data.settle('services', service('1', 2))
    data.evict(['services'])
    await vi.advanceTimersByTimeAsync(100)
    expect(shown(data)?.items[0]?.status).toBe('at 2')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked.length).toBeGreaterThan(before)
    expect(shown(data)?.items[0]?.status).toBe('at 2')
    leave()
  })
})
