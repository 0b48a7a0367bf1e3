import type { Service } from '@rumbo/contract/services.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import {
  countPositions,
  type NewPosition,
  readNewPositions,
  readUsablePositions,
} from '../../telemetry/index.ts'
import { findService } from '../services.repository.ts'
import { stopsPickedUp } from '../services.rules.ts'
import { announceStop, recordOf } from './services.stops.actions.ts'
import {
  type FollowedStop,
  findFollowed,
  findFollowedStops,
  type RunningService,
} from './services.stops.followed.repository.ts'
import { pointToNext, removeVisit, writeVisit } from './services.stops.repository.ts'
import { newWatch, type StopVisit, type StopWatch, watchStops } from './services.stops.rules.ts'

const identity = asSystem('executed stops')
const passMs = 5_000
/** Late positions are looked for once in so many passes. */
const passesBetweenChecks = 12
/** Late positions are looked for among those of the last day. */
const lateMs = 24 * hourMs
/** Services that are read from their beginning in one transaction. */
const chunk = 50

/** A service and its watch after all positions up to `readTo`. */
interface Followed extends RunningService {
  stops: readonly FollowedStop[]
  watch: StopWatch
  readTo: number
  /** Positions counted from `countedFrom` to `readTo`: late ones make the number in the database larger. */
  countedFrom: number
  count: number
  /** What was written last; null before the first time. */
  written: string | null
}

function follow(followed: Followed, positions: readonly NewPosition[]): void {
  for (const position of positions) {
    watchStops(followed.watch, followed.stops, position)
    followed.readTo = Math.max(followed.readTo, position.at)
    if (position.at >= followed.countedFrom) followed.count += 1
  }
}

/** Follows services from their assignment on: equal positions always give equal visits, whichever process reads them. */
async function followAnew(tx: Transaction, services: readonly RunningService[]): Promise<Followed[]> {
  const stops = await findFollowedStops(
    tx,
    services.map(({ id }) => id),
  )
  const found: Followed[] = []
  for (const service of services) {
    const toMs = service.asOf + 1
    const positions = await readUsablePositions(tx, service.vehicleNo, { fromMs: service.assignedAt, toMs })
    const followed: Followed = {
      ...service,
      stops: stops.get(service.id) ?? [],
      watch: newWatch(),
      readTo: service.assignedAt,
      countedFrom: Math.max(service.assignedAt, service.asOf - lateMs),
      count: 0,
      written: null,
    }
    follow(followed, positions)
    found.push(followed)
  }
  return found
}

const timeText = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Writes one visit of a locked service where it is new or different. @returns whether it was */
async function recordVisit(
  tx: Transaction,
  service: Service,
  stopId: string,
  visit: StopVisit | undefined,
): Promise<boolean> {
  const stop = service.plannedStops.find(({ id }) => id === stopId)
  const before = service.executedStops.find(({ id }) => id === stopId)
  if (!stop || (before && (before.correctedBy !== null || before.status !== 'executed'))) return false
  if (!visit) {
    // A person confirmed it, wherever the vehicle was.
    if (before?.operator !== 'system') return false
    await removeVisit(tx, service.id, stopId)
    announceStop(
      tx,
      service,
      stop,
      'service.stop_withdrawn',
      differences(recordOf(before), recordOf(undefined)),
    )
    return true
  }
  const arrived = timeText(visit.arrivedAt)
  const departed = timeText(visit.departedAt) ?? before?.departed ?? null
  const changes = differences(recordOf(before), {
    arrived,
    departed,
    distanceMetres: Math.round(visit.distanceMetres),
    notes: before?.notes ?? null,
  })
  if (Object.keys(changes).length === 0) return false
  await writeVisit(tx, service, stopId, visit)
  const hasLeft = before !== undefined && changes.departed !== undefined
  announceStop(tx, service, stop, hasLeft ? 'service.stop_departed' : 'service.stop_arrived', changes)
  return true
}

/**
 * Brings the executed stops of a service into agreement with its visits. Nothing happens if the service changed since
 * it was read: it is then followed anew. Before the pickup is confirmed, only stops of the pickup are recorded.
 * @returns whether the service was still the same
 */
async function record(tx: Transaction, { id, version, stops, watch }: Followed): Promise<boolean> {
  const service = await findService(tx, id, { lock: true })
  if (!service || service.version !== version) return false
  const pickedUp = service.status === 'in_progress' ? null : stopsPickedUp(service)
  let hasChanged = false
  for (const [index, stop] of stops.entries())
    if (pickedUp === null || pickedUp.includes(stop.id))
      hasChanged = (await recordVisit(tx, service, stop.id, watch.visits.get(index))) || hasChanged
  if (hasChanged) await pointToNext(tx, id)
  return true
}

const visitsText = ({ watch }: Followed) => JSON.stringify([...watch.visits])

async function recordVisits(database: Database, followed: Map<string, Followed>): Promise<void> {
  for (const one of followed.values()) {
    const visits = visitsText(one)
    if (visits === one.written) continue
    const isSame = await database.transaction(identity, (tx) => record(tx, one))
    if (isSame) one.written = visits
    else followed.delete(one.id)
  }
}

/** Records what positions say about the stops of one running service now, before it is completed. */
export async function recordStopsOf(database: Database, serviceId: string): Promise<void> {
  const found = await database.transaction(identity, async (tx) =>
    followAnew(tx, await findFollowed(tx, serviceId)),
  )
  await recordVisits(database, new Map(found.map((one) => [one.id, one])))
}

/** Follows the vehicles of running services and records arrivals and departures. Safe in many processes. */
export function createStopRecorder(database: Database) {
  const followed = new Map<string, Followed>()
  let passes = 0

  /** Forgets services with positions that came late, so that they are followed anew. */
  async function dropLate(tx: Transaction): Promise<string[]> {
    const all = [...followed.values()]
    const counts = await countPositions(
      tx,
      all.map(({ vehicleNo, countedFrom, readTo }) => ({ vehicleNo, fromMs: countedFrom, toMs: readTo })),
    )
    return all.filter(({ count }, at) => counts[at] !== count).map(({ id }) => id)
  }

  async function readUpdates(running: readonly RunningService[]): Promise<void> {
    const moved = running.flatMap((service) => {
      const one = followed.get(service.id)
      return one && service.asOf > one.readTo ? [one] : []
    })
    const positions = await database.transaction(
      identity,
      (tx) =>
        readNewPositions(
          tx,
          moved.map(({ vehicleNo, readTo }) => ({ vehicleNo, afterMs: readTo })),
        ),
      { readOnly: true },
    )
    const byVehicle = new Map<number, NewPosition[]>(moved.map(({ vehicleNo }) => [vehicleNo, []]))
    for (const position of positions) byVehicle.get(position.vehicleNo)?.push(position)
    for (const one of moved) follow(one, byVehicle.get(one.vehicleNo) ?? [])
  }

  async function readAnew(running: readonly RunningService[]): Promise<void> {
    const fresh = running.filter(({ id }) => !followed.has(id))
    for (let at = 0; at < fresh.length; at += chunk) {
      const some = fresh.slice(at, at + chunk)
      const found = await database.transaction(identity, (tx) => followAnew(tx, some), { readOnly: true })
      for (const one of found) followed.set(one.id, one)
    }
  }

  /** Reads what vehicles reported since the last pass, and records what follows from it. */
  return async function pass(): Promise<void> {
    passes += 1
    const looksForLate = passes % passesBetweenChecks === 0
    const { running, late } = await database.transaction(
      identity,
      async (tx) => ({ running: await findFollowed(tx), late: looksForLate ? await dropLate(tx) : [] }),
      { readOnly: true },
    )
    for (const id of late) followed.delete(id)
    const present = new Map(running.map((service) => [service.id, service]))
    for (const { id, version, vehicleNo, assignedAt } of [...followed.values()]) {
      const now = present.get(id)
      const isSame = now?.version === version && now.vehicleNo === vehicleNo && now.assignedAt === assignedAt
      if (!isSame) followed.delete(id)
    }
    await readUpdates(running)
    await readAnew(running)
    await recordVisits(database, followed)
  }
}

/** Records executed stops every few seconds. @returns a function that ends it and waits for a running pass */
export function watchStopsOfServices(options: {
  database: Database
  clock: Clock
  log: Logger
}): () => Promise<void> {
  return repeatEvery(passMs, createStopRecorder(options.database), {
    log: options.log,
    failed: 'could not record executed stops; retrying',
  })
}
