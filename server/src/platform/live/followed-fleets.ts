import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { Logger } from 'pino'
import type { Actor } from '../access/access.ts'
import { createFollowedFleet, type FollowedFleet } from './followed-fleet.ts'
import { filterOf, mayWatch } from './reach.ts'
import type { Viewer } from './viewer.ts'

/** Open services for the live stream. */
export interface ServicesSource {
  /**
   * The services of a fleet that wait or are under way, as those see them who may read the whole fleet.
   * @param ids only these; null for all
   * @returns null where there are more than can be followed
   */
  read(fleetId: string, ids: readonly string[] | null): Promise<readonly Service[] | null>
  /** The most that are followed of one fleet. */
  most: number
  /** Whether the person may list all services of the fleet. */
  mayFollow(actor: Actor, fleetId: string): boolean
}

interface Followed {
  fleet: FollowedFleet
  /** Services to read, or all of them. */
  wanted: Set<string> | 'all'
  isReading: boolean
  notBefore: number
  idleRounds: number
}

/** However many services change, those of a fleet are read once in this time. */
const readIntervalMs = 500
/** All services of a fleet are read at most once in this time, also after a failure. */
const fullReadIntervalMs = 2_000
/** Where they are too many, it is looked this often whether they still are. */
const tooLargeIntervalMs = 30_000

const noServices: ServicesSource = { read: async () => null, most: 0, mayFollow: () => false }

/** The fleets whose open services somebody follows: read by changed record, once for all viewers of this process. */
export function createFollowedFleets(options: {
  source: ServicesSource | undefined
  log: Logger
  onEncode: () => void
}) {
  const { source = noServices, log } = options
  const fleets = new Map<string, Followed>()

  async function read(followed: Followed): Promise<void> {
    const { fleet, wanted } = followed
    const asked = wanted === 'all' || fleet.isTooLarge() ? null : wanted
    followed.isReading = true
    followed.wanted = new Set()
    followed.notBefore = performance.now() + (asked ? readIntervalMs : fullReadIntervalMs)
    try {
      fleet.merge(await source.read(fleet.fleetId, asked && [...asked]), asked)
      if (fleet.size() > source.most) fleet.merge(null, null)
      if (fleet.isTooLarge()) followed.notBefore = performance.now() + tooLargeIntervalMs
    } catch (error) {
      log.warn({ err: error, fleetId: fleet.fleetId }, 'could not read the services of a fleet; retrying')
      followed.wanted = 'all'
      followed.notBefore = performance.now() + fullReadIntervalMs
    } finally {
      followed.isReading = false
    }
  }

  function readWhereDue(followed: Followed): void {
    const { wanted, isReading, notBefore } = followed
    const isWanted = wanted === 'all' || wanted.size > 0
    if (isWanted && !isReading && performance.now() >= notBefore) void read(followed)
  }

  const want = (followed: Followed, id: string | undefined) => {
    if (id === undefined) followed.wanted = 'all'
    else if (followed.wanted !== 'all') followed.wanted.add(id)
  }

  function open(fleetId: string): FollowedFleet {
    const known = fleets.get(fleetId)
    if (known) return known.fleet
    const followed: Followed = {
      fleet: createFollowedFleet(fleetId, options.onEncode),
      wanted: 'all',
      isReading: false,
      notBefore: 0,
      idleRounds: 0,
    }
    fleets.set(fleetId, followed)
    readWhereDue(followed)
    return followed.fleet
  }

  /** Those who see only part of a fleet, drivers and guests, read lists, which are theirs alone. */
  const mayFollow = (actor: Actor, fleetId: string) =>
    mayWatch(actor, fleetId) && filterOf(actor, fleetId) === null && source.mayFollow(actor, fleetId)

  return {
    /** Replaces the fleets that a viewer follows; each begins with its whole state. */
    follow(viewer: Viewer, actor: Actor, wanted: readonly string[], now: number) {
      viewer.following.clear()
      for (const fleetId of wanted)
        if (mayFollow(actor, fleetId)) viewer.following.set(fleetId, { fleet: open(fleetId), held: null })
        else viewer.denyServices(fleetId, now)
    },
    /** Ends what the person may no longer follow, such as where a feature was switched off. */
    recheck(viewer: Viewer, actor: Actor, now: number) {
      for (const fleetId of [...viewer.following.keys()])
        if (!mayFollow(actor, fleetId)) viewer.denyServices(fleetId, now)
    },
    /** A hint about services: of one fleet, or of a company, whose fleets are then all read again. */
    markStale({ domain, fleetId, id }: StaleHint) {
      if (domain !== 'services') return
      if (fleetId === undefined) for (const followed of fleets.values()) want(followed, undefined)
      else {
        const followed = fleets.get(fleetId)
        if (followed) want(followed, id)
      }
    },
    readAllAgain() {
      for (const followed of fleets.values()) want(followed, undefined)
    },
    /** Starts the reads that are due. */
    flush() {
      for (const followed of fleets.values()) readWhereDue(followed)
    },
    /** Called at a fixed interval; closes fleets without a follower for more than `rounds` calls. */
    forget(viewers: readonly Viewer[], rounds: number) {
      for (const [fleetId, followed] of fleets) {
        const isFollowed = viewers.some((viewer) => viewer.following.has(fleetId))
        followed.idleRounds = isFollowed ? 0 : followed.idleRounds + 1
        if (followed.idleRounds > rounds) fleets.delete(fleetId)
      }
    },
    size: () => fleets.size,
  }
}
