import { advance, beginAt, turnDay } from '../intake/telemetry.movement.rules.ts'
import {
  type DaySums,
  type Movement,
  type MovementEvent,
  type MovementFix,
  newMovement,
  noSums,
} from '../intake/telemetry.movement.ts'
import type { StoredPositions } from '../intake/telemetry.state.ts'
import { positionFlag } from '../telemetry.rules.ts'
import { localDay } from './telemetry.days.rules.ts'

export interface ReplayDay {
  day: string
  sums: DaySums
  /** Epoch ms of the last usable fix. */
  lastAt: number | null
}

/** A position whose suspect mark differs from the recomputed one. */
export interface WrongMark {
  fixTime: number
  reportHash: bigint
  isSuspect: boolean
}

export interface Replay {
  movement: Movement
  wrongMarks: WrongMark[]
  events: MovementEvent[]
  days: Map<string, ReplayDay>
  /** Adds the next positions in order of time; stops before the first one for which `until` is true. */
  add(positions: StoredPositions, until?: (at: number) => boolean): void
}

function fixAt(positions: StoredPositions, at: number): MovementFix {
  const flags = positions.flags[at] ?? 0
  return {
    at: positions.fixTime[at] ?? 0,
    latitude: positions.latitude[at] ?? 0,
    longitude: positions.longitude[at] ?? 0,
    speedTenths: positions.speedTenths[at] ?? 0,
    ignition: flags & positionFlag.ignitionKnown ? (flags & positionFlag.ignitionOn) !== 0 : null,
  }
}

/**
 * Computes trips, stays and days from stored positions, as the gateway does from reports.
 * @param seed the trip or stay that starts with the first usable fix; null without earlier positions
 */
export function createReplay(
  timeZone: string,
  seed: { kind: 'trip' | 'stay'; startedAt: number } | null,
): Replay {
  const movement = newMovement()
  const events: MovementEvent[] = []
  const days = new Map<string, ReplayDay>()
  const wrongMarks: WrongMark[] = []

  const recordsOf = (day: string): ReplayDay => {
    const known = days.get(day) ?? { day, sums: noSums(), lastAt: null }
    days.set(day, known)
    return known
  }
  function addDay(): void {
    if (movement.day === null) return
    const kept = recordsOf(movement.day)
    kept.sums = { ...movement.sums, records: kept.sums.records }
    kept.lastAt = movement.at
  }

  function checkMark(positions: StoredPositions, at: number, isSuspect: boolean): void {
    const isMarked = ((positions.flags[at] ?? 0) & positionFlag.suspect) !== 0
    const [fixTime, reportHash] = [positions.fixTime[at], positions.reportHash[at]]
    if (isMarked !== isSuspect && fixTime !== undefined && reportHash !== undefined)
      wrongMarks.push({ fixTime, reportHash, isSuspect })
  }

  return {
    movement,
    wrongMarks,
    events,
    days,
    add(positions, until) {
      for (let at = 0; at < positions.fixTime.length; at += 1) {
        const fix = fixAt(positions, at)
        if (until?.(fix.at)) break
        const { day } = localDay(timeZone, fix.at)
        recordsOf(day).sums.records += 1
        const isUsable = ((positions.flags[at] ?? 0) & positionFlag.invalid) === 0
        // Another position of the same time adds no movement.
        if (!isUsable || fix.at <= movement.at) continue
        fix.ignition ??= movement.ignition
        if (!Number.isFinite(movement.at) && seed?.startedAt === fix.at) {
          turnDay(movement, day, [])
          beginAt(movement, fix, seed.kind, events)
          checkMark(positions, at, false)
        } else {
          if (movement.day !== day) addDay()
          checkMark(positions, at, advance(movement, fix, day, events) === 'suspect')
        }
      }
      addDay()
    },
  }
}

/** Converts start and end events to rows of trips and stays. */
export interface Segments {
  trips: Map<
    number,
    {
      began: Extract<MovementEvent, { kind: 'trip_began' }>
      ended: Extract<MovementEvent, { kind: 'trip_ended' }> | null
    }
  >
  stays: Map<
    number,
    {
      began: Extract<MovementEvent, { kind: 'stay_began' }>
      ended: Extract<MovementEvent, { kind: 'stay_ended' }> | null
    }
  >
}

export function segmentsOf(events: readonly MovementEvent[]): Segments {
  const segments: Segments = { trips: new Map(), stays: new Map() }
  for (const event of events) {
    if (event.kind === 'trip_began') segments.trips.set(event.startedAt, { began: event, ended: null })
    else if (event.kind === 'stay_began') {
      if (!segments.stays.has(event.startedAt))
        segments.stays.set(event.startedAt, { began: event, ended: null })
    } else if (event.kind === 'trip_ended') {
      const trip = segments.trips.get(event.startedAt)
      if (trip) trip.ended = event
    } else if (event.kind === 'stay_ended') {
      const stay = segments.stays.get(event.startedAt)
      if (stay) stay.ended = event
    }
  }
  return segments
}
