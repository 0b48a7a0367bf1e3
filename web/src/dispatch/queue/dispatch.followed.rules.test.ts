import { describe, expect, it } from 'vitest'
import { someService } from '../../services/services.factory.ts'
import { queueOf } from './dispatch.followed.rules.ts'

const now = Date.parse('2026-03-02T15:00:00.000Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const sent = (id: string, minutes: number, some: Parameters<typeof someService>[0] = {}) =>
  someService({
    id,
    status: 'on_dispatch',
    waitingSince: at(minutes),
    statusSince: at(minutes),
    statusHistory: [
      { status: 'created', at: at(minutes - 1), by: null, note: null },
      { status: 'on_dispatch', at: at(minutes), by: null, note: null },
    ],
    ...some,
  })

describe('the queue of followed services', () => {
  it('counts both lists, and finds the longest wait among those that are due', () => {
    const queue = queueOf(
      [
        sent('a', -4),
        sent('b', -9),
        sent('later', -20, { waitingSince: at(30) }),
        sent('c', -30, { status: 'in_progress' }),
        sent('d', -30, { status: 'vehicle_assigned' }),
      ],
      now,
    )
    expect(queue).toMatchObject({ waiting: 3, running: 2, oldestSince: at(-9) })
  })

  it('takes no service for new whose vehicle was taken back', () => {
    const back = sent('back', -10)
    const history = [
      ...back.statusHistory,
      { status: 'vehicle_assigned' as const, at: at(-3), by: null, note: null },
      { status: 'on_dispatch' as const, at: at(-1), by: null, note: null },
    ]
    const queue = queueOf([{ ...back, statusSince: at(-1), statusHistory: history }, sent('new', -2)], now)
    expect(queue.newest).toMatchObject({ serviceId: 'new', at: at(-2) })
  })

  it('is empty without services', () => {
    expect(queueOf([], now)).toEqual({ waiting: 0, running: 0, oldestSince: null, newest: null })
  })
})
