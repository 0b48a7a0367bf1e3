import type { Service } from '@rumbo/contract/services.contract'
import { isUnderDispatch } from '@rumbo/contract/services.order.rules'

/**
 * The open services of a fleet as the live stream sends them. In the cache like an answer, so that a change made on this
 * page shows in them at once.
 */
export interface FollowedServices {
  items: readonly Service[]
}
/** A message of the live stream; see `services` in its contract. */
export interface FollowedChange {
  channel: string
  previous: number | null
  services: readonly Service[] | null
  gone: readonly string[]
}

/** With a service that this page just changed and that the live stream has yet to send. */
export const withOwn = (before: FollowedServices, service: Service): FollowedServices =>
  before.items.some(({ id }) => id === service.id) || !isUnderDispatch(service)
    ? before
    : { items: [...before.items, service] }

/** All followed fleets have keys that begin with this. */
export const followedName = 'services.followed'
export const followedKeyOf = (fleetId: string) => [followedName, fleetId] as const

/**
 * The services after a message; null where lists are to be read. A service that is already known in a later version, from
 * the answer to a change of this page, stays as it is.
 */
export function withChange(
  before: FollowedServices | null | undefined,
  { previous, services, gone }: FollowedChange,
): FollowedServices | null {
  if (services === null) return null
  const known = new Map(before?.items.map((service) => [service.id, service]))
  const latest = services.map((service) => {
    const held = known.get(service.id)
    return held && held.version > service.version ? held : service
  })
  if (previous === null) return { items: latest }
  for (const service of latest) known.set(service.id, service)
  for (const id of gone) known.delete(id)
  return { items: [...known.values()] }
}
