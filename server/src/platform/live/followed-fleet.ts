import type { Service } from '@rumbo/contract/services.contract'

interface Step {
  previous: number
  services: readonly Service[]
  gone: readonly string[]
}

/** A viewer further behind gets the whole state. */
const maxSteps = 60
const maxKeptServices = 2_000

export type FollowedFleet = ReturnType<typeof createFollowedFleet>

/**
 * The open services of one fleet and their recent numbered steps, for all viewers who may read the whole fleet: messages
 * are encoded once for all of them.
 */
export function createFollowedFleet(fleetId: string, onEncode: () => void) {
  /** Null while there are too many to follow. */
  let services: Map<string, Service> | null = new Map()
  let isLoaded = false
  let number = 0
  let steps: Step[] = []
  /** Encoded messages up to the current number, by the number they start from. */
  let encoded = new Map<number | null, Buffer>()

  function close(step: Omit<Step, 'previous'> | null): void {
    steps = step === null ? [] : [...steps, { ...step, previous: number }].slice(-maxSteps)
    let kept = steps.reduce((sum, one) => sum + one.services.length, 0)
    while (kept > maxKeptServices && steps.length > 1) kept -= steps.shift()?.services.length ?? 0
    number += 1
    encoded = new Map()
  }

  /**
   * Merges what was read.
   * @param read null: too many
   * @param asked the requested services, null for all; those not in `read` are no longer open
   */
  function merge(read: readonly Service[] | null, asked: ReadonlySet<string> | null): void {
    if (read === null || (services === null && asked !== null)) {
      if (services !== null || !isLoaded) {
        services = null
        isLoaded = true
        close(null)
      }
      return
    }
    const known = services ?? new Map<string, Service>()
    const isAnew = services === null || !isLoaded
    services = known
    isLoaded = true
    const found = new Set(read.map(({ id }) => id))
    const changed = read.filter((service) => {
      const before = known.get(service.id)
      return before === undefined || JSON.stringify(before) !== JSON.stringify(service)
    })
    // Also those that were never known: a browser may know them from the answer to a change of its own.
    const gone = [...(asked ?? known.keys())].filter((id) => !found.has(id))
    for (const service of changed) known.set(service.id, service)
    for (const id of gone) known.delete(id)
    if (isAnew) close(null)
    else if (changed.length + gone.length > 0) close({ services: changed, gone })
  }

  /** The changes after a number; null when the kept steps do not reach back that far. */
  function difference(from: number): Omit<Step, 'previous'> | null {
    const first = steps[0]?.previous ?? number
    if (services === null || from < first || from > number) return null
    const changed = new Map<string, Service>()
    const left = new Set<string>()
    for (const step of steps.slice(from - first)) {
      for (const service of step.services) {
        changed.set(service.id, service)
        left.delete(service.id)
      }
      for (const id of step.gone) {
        changed.delete(id)
        left.add(id)
      }
    }
    return { services: [...changed.values()], gone: [...left] }
  }

  return {
    fleetId,
    merge,
    isLoaded: () => isLoaded,
    isTooLarge: () => services === null,
    size: () => services?.size ?? 0,
    number: () => number,
    /**
     * The encoded message that brings a viewer to the current number.
     * @param held the number the viewer has; null for none
     */
    messageFrom(held: number | null, now: number): Buffer {
      const known = encoded.get(held)
      if (known) return known
      const part = held === null ? null : difference(held)
      const whole = services === null ? null : [...services.values()]
      const message = Buffer.from(
        JSON.stringify({
          type: 'services',
          channel: fleetId,
          previous: part ? held : null,
          number,
          now,
          services: part ? part.services : whole,
          gone: part ? part.gone : [],
        }),
      )
      onEncode()
      encoded.set(held, message)
      return message
    },
  }
}
