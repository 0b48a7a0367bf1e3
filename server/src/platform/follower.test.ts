import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createFollower } from './follower.ts'

/** A follower of the numbers that notifications say, which reads what `read` is given. */
function followed(read: (changed: ReadonlyMap<string, number> | null) => Promise<void>) {
  let notify: (payload: string) => void = () => undefined
  let reconnect: () => void = () => undefined
  let listeners = 0
  const follower = createFollower<number>({
    bus: {
      listen: (_, handler) => {
        listeners += 1
        notify = handler
        return () => {
          listeners -= 1
        }
      },
      onReconnect: (handler) => {
        listeners += 1
        reconnect = handler
        return () => {
          listeners -= 1
        }
      },
    },
    log: pino({ level: 'silent' }),
    channel: 'numbers',
    what: 'numbers',
    changedBy: (payload) => (payload.startsWith('?') ? null : [payload, payload.length]),
    read,
  })
  return {
    follower,
    notify: (payload: string) => notify(payload),
    reconnect: () => reconnect(),
    listeners: () => listeners,
  }
}
const keysOf = (changed: ReadonlyMap<string, number> | null) => changed && [...changed]

describe('a follower', () => {
  it('reads everything at first, then what changed, and everything again where it may have missed something', async () => {
    const reads: unknown[] = []
    const { follower, notify, reconnect, listeners } = followed(async (changed) => {
      reads.push(keysOf(changed))
    })
    await follower.start()
    notify('one')
    await follower.settled()
    notify('?')
    await follower.settled()
    reconnect()
    await follower.settled()
    expect(reads).toEqual([null, [['one', 3]], null, null])
    follower.end()
    expect(listeners()).toBe(0)
  })

  it('reads again with what was asked for where the database fails, and one reading at a time', async () => {
    const reads: unknown[] = []
    let [running, most] = [0, 0]
    const { follower, notify } = followed(async (changed) => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      reads.push(keysOf(changed))
      if (reads.length === 1 || reads.length === 3) {
        notify('more')
        throw new Error('the database is away')
      }
    })
    await follower.start()
    notify('one')
    await follower.settled()
    expect(most).toBe(1)
    expect(reads).toEqual([
      null,
      null,
      [['one', 3]],
      [
        ['one', 3],
        ['more', 4],
      ],
    ])
    follower.end()
  })
})
