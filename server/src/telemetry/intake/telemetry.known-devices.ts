import type { VehicleState } from './telemetry.state.ts'

/** Limit of remembered unknown devices, and of forgotten devices whose secret is remembered. */
const maxUnknownDevices = 20_000

export interface Devices {
  /** The live state of the device's vehicle; null for an unknown device, undefined where it must be looked up. */
  get(identifier: string): VehicleState | null | undefined
  /** Whether the device has a secret, as last read: also while its forgotten record is being read again. */
  hasSecret(identifier: string): boolean | undefined
  /** Resolves when `get` knows the device. Look-ups made at the same time share one query. */
  load(identifier: string): Promise<void>
  /** Adds what `read` finds, except devices that were forgotten meanwhile or are known already. */
  fill(read: (add: (identifier: string, state: VehicleState) => void) => Promise<unknown>): Promise<void>
  forget(identifiers: readonly string[]): void
  forgetAll(): void
  readonly size: number
}

/** Cache of devices: filled by their first report, invalidated when the vehicle's record changes. */
export function createDevices(options: {
  lookUp(identifiers: readonly string[]): Promise<Map<string, VehicleState>>
}): Devices {
  const known = new Map<string, VehicleState>()
  const unknown = new Set<string>()
  let gathering: { identifiers: Set<string>; done: Promise<void> } | null = null
  // A result that was read before its device was forgotten is not kept.
  let generation = 0
  let allForgottenAt = 0
  const forgottenAt = new Map<string, number>()
  const formerSecrets = new Map<string, boolean>()

  function keep(identifier: string, state: VehicleState): void {
    known.set(identifier, state)
    formerSecrets.delete(identifier)
  }
  function forgetOne(identifier: string): void {
    const state = known.get(identifier)
    if (!state) return
    if (formerSecrets.size < maxUnknownDevices) formerSecrets.set(identifier, state.hasSecret)
    known.delete(identifier)
  }

  async function lookUp(identifiers: Set<string>): Promise<void> {
    await Promise.resolve()
    gathering = null
    const startedAt = generation
    // PostgreSQL does not accept NUL in a text, so such a device is unknown.
    const found = await options.lookUp([...identifiers].filter((text) => !text.includes('\u0000')))
    if (allForgottenAt > startedAt) return
    if (unknown.size > maxUnknownDevices) unknown.clear()
    for (const identifier of identifiers) {
      if ((forgottenAt.get(identifier) ?? 0) > startedAt) continue
      const state = found.get(identifier)
      if (state) keep(identifier, state)
      else {
        unknown.add(identifier)
        formerSecrets.delete(identifier)
      }
    }
  }

  return {
    hasSecret: (identifier) => known.get(identifier)?.hasSecret ?? formerSecrets.get(identifier),
    get: (identifier) => known.get(identifier) ?? (unknown.has(identifier) ? null : undefined),
    load(identifier) {
      if (!gathering) {
        const identifiers = new Set<string>()
        gathering = { identifiers, done: lookUp(identifiers) }
      }
      gathering.identifiers.add(identifier)
      return gathering.done
    },
    async fill(read) {
      const startedAt = generation
      await read((identifier, state) => {
        const isForgotten = allForgottenAt > startedAt || (forgottenAt.get(identifier) ?? 0) > startedAt
        if (!isForgotten && !known.has(identifier)) keep(identifier, state)
      })
    },
    forget(identifiers) {
      generation += 1
      if (forgottenAt.size > maxUnknownDevices) forgottenAt.clear()
      for (const identifier of identifiers) {
        forgottenAt.set(identifier, generation)
        forgetOne(identifier)
        unknown.delete(identifier)
      }
    },
    forgetAll() {
      generation += 1
      allForgottenAt = generation
      for (const identifier of known.keys()) forgetOne(identifier)
      unknown.clear()
    },
    get size() {
      return known.size
    },
  }
}
