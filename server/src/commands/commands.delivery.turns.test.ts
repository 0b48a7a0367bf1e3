import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { createCommandDelivery } from './index.ts'

/** A database whose transactions wait until the test ends them, all with nothing found. */
function heldDatabase() {
  const open: (() => void)[] = []
  let running = 0
  let most = 0
  const transaction = (identity: { system: string }) => {
    if (identity.system !== 'deliver a command') return Promise.resolve([])
    running += 1
    most = Math.max(most, running)
    return new Promise((resolve) =>
      open.push(() => {
        running -= 1
        resolve('nothing')
      }),
    )
  }
  return {
    database: { transaction } as unknown as Database,
    end: () => open.shift()?.(),
    open: () => open.length,
    most: () => most,
  }
}

describe('deliveries at once', () => {
  it('are two, also where a device speaks in the moment another delivery ends', async () => {
    const held = heldDatabase()
    let call: (deviceIdentifier: string) => void = () => {}
    const delivery = createCommandDelivery({
      database: held.database,
      bus: {
        listen: (_channel, handler) => {
          call = handler
          return () => {}
        },
        onReconnect: () => () => {},
      },
      clock: { now: () => new Date() },
      log: pino({ level: 'silent' }),
      gateway: {
        connectionTo: () => ({ protocol: 'gt06', connection: 'one', standing: 'settled' }),
        deliver: () => 'not_connected',
      },
      gatewayId: 'a gateway',
      passwords: { unseal: (sealed) => sealed },
      stateOf: () => undefined,
    })
    await delivery.start()
    for (const device of ['1', '2', '3', '4']) call(device)
    expect(held.open()).toBe(2)
    held.end()
    // Another device speaks in each of the next turns of the microtask queue.
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve()
      call(`later ${turn}`)
    }
    expect(held.most()).toBe(2)
    const drained = delivery.drain()
    for (let turn = 0; turn < 200; turn += 1) {
      held.end()
      await Promise.resolve()
    }
    await drained
    expect(held.most()).toBe(2)
  })
})
