import { createHash, timingSafeEqual } from 'node:crypto'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { findDeviceSecrets } from '../../vehicles/index.ts'

/** Secrets of devices that report over HTTP, without which anyone who knows an identifier could report. */
export interface DeviceSecrets {
  /**
   * Whether the device may report with this secret; any is accepted if its vehicle has none. Returns a promise only if
   * the secret must be read, which rejects when that fails.
   */
  isAccepted(deviceIdentifier: string, secret: string | null): boolean | Promise<boolean>
  end(): void
}

const maxKnown = 50_000
const digest = (secret: string) => createHash('sha256').update(secret).digest()

/** Keeps the hashes in memory until a device's record changes. */
export function createDeviceSecrets(options: {
  database: Database
  bus: Pick<Bus, 'listen' | 'onReconnect'>
}): DeviceSecrets {
  const { database, bus } = options
  const known = new Map<string, Buffer | null>()
  /** Increases with each eviction, so that older results are not cached. */
  let generation = 0
  let gathering: { identifiers: Set<string>; found: Promise<ReadonlyMap<string, string>> } | null = null

  const unsubscribes = [
    bus.listen('rumbo_devices', (payload) => {
      generation += 1
      for (const identifier of JSON.parse(payload) as string[]) known.delete(identifier)
    }),
    bus.onReconnect(() => {
      generation += 1
      known.clear()
    }),
  ]

  /** Requests in the same turn of the event loop share a query. */
  async function readTogether(identifiers: Set<string>): Promise<ReadonlyMap<string, string>> {
    await Promise.resolve()
    gathering = null
    // PostgreSQL does not accept NUL in a text, so no vehicle has such a device.
    const requested = [...identifiers].filter((identifier) => !identifier.includes('\u0000'))
    return database.transaction(asSystem('device secrets'), (tx) => findDeviceSecrets(tx, requested), {
      readOnly: true,
    })
  }

  async function read(deviceIdentifier: string): Promise<Buffer | null> {
    if (!gathering) {
      const identifiers = new Set<string>()
      gathering = { identifiers, found: readTogether(identifiers) }
    }
    gathering.identifiers.add(deviceIdentifier)
    const startedAt = generation
    const hash = (await gathering.found).get(deviceIdentifier)
    const expected = hash === undefined ? null : Buffer.from(hash, 'hex')
    if (generation === startedAt) {
      if (known.size >= maxKnown) known.clear()
      known.set(deviceIdentifier, expected)
    }
    return expected
  }

  return {
    isAccepted(deviceIdentifier, secret) {
      const expected = known.get(deviceIdentifier)
      if (expected !== undefined) return matches(expected, secret)
      return read(deviceIdentifier).then((hash) => matches(hash, secret))
    },
    end() {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

function matches(expected: Buffer | null, secret: string | null): boolean {
  if (expected === null) return true
  if (secret === null) return false
  const stated = digest(secret)
  return stated.length === expected.length && timingSafeEqual(stated, expected)
}
