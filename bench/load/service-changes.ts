import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import { asSystem } from '@rumbo/server/platform/access/access'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase, type Database } from '@rumbo/server/platform/database/database'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService } from '@rumbo/server/services/services.factory'
import { answerCalls } from '../harness/child.ts'

// Changes services in a process of its own: for each change the rows that the product's actions write, and its hints of
// the service and of the vehicle as a notification of its own. What an action checks before is left out, so that one
// machine can make the changes beside what is measured.

export interface ChangedFleet {
  databaseUrl: string
  companyId: string
  fleetId: string
  contactId: string
  perSecond: number
}

const tickMs = 100
const mostInOne = 20
const kinds = ['create', 'assign', 'pickUp', 'complete', 'prioritise'] as const
type Kind = (typeof kinds)[number]

let database: Database | null = null
let fleet: ChangedFleet
let ticking: NodeJS.Timeout | undefined
let working: Promise<void> = Promise.resolve()
let isWorking = false
let [started, done] = [0, 0]
/** Changes that are due, and when that was computed. */
let [owed, owedAt] = [0, 0]
/** Ids of services by status, the longest in it first. */
const open = { on_dispatch: [] as string[], vehicle_assigned: [] as string[], in_progress: [] as string[] }
/** The vehicle of each service that has one. */
const vehicleOf = new Map<string, string>()
let freeVehicles: string[] = []

async function move(
  tx: Transaction,
  id: string,
  { status, vehicleId, isOver = false }: { status: string; vehicleId: string | null; isOver?: boolean },
): Promise<void> {
  await tx.sql(
    `with moved as (
       update services.services set status = $2, status_since = $3, updated_at = $3, version = version + 1,
         assigned_vehicle_id = $4, assigned_vehicle_number = (select vehicle_number from vehicles.vehicles where id = $4),
         ended_at = case when $5 then $3::timestamptz end
       where id = $1 returning id, fleet_id)
     insert into services.status_history (id, service_id, fleet_id, status, at)
     select gen_random_uuid(), id, fleet_id, $2, $3 from moved`,
    [id, status, tx.now, vehicleId, isOver],
  )
}

async function setVehicle(tx: Transaction, id: string, status: VehicleStatus): Promise<void> {
  await tx.sql('update vehicles.vehicles set status = $2, status_since = $3 where id = $1', [
    id,
    status,
    tx.now,
  ])
  tx.stale({ domain: 'vehicles', id, fleetId: fleet.fleetId, companyId: fleet.companyId })
}

const first = (from: string[]): string => {
  const id = from.shift()
  if (id === undefined) throw new Error('No service or vehicle is left in this state.')
  return id
}

async function change(tx: Transaction, kind: Kind): Promise<string> {
  if (kind === 'create') {
    const { companyId, fleetId, contactId: requesterContactId } = fleet
    const { id } = await buildService(tx, { companyId, fleetId, requesterContactId })
    await move(tx, id, { status: 'on_dispatch', vehicleId: null })
    open.on_dispatch.push(id)
    return id
  }
  if (kind === 'prioritise') {
    const id = open.on_dispatch[(started * 7) % open.on_dispatch.length] ?? first([])
    await tx.sql(
      'update services.services set priority_level = $2, updated_at = $3, version = version + 1 where id = $1',
      [id, started % 4, tx.now],
    )
    return id
  }
  if (kind === 'assign') {
    const [id, vehicleId] = [first(open.on_dispatch), first(freeVehicles)]
    await move(tx, id, { status: 'vehicle_assigned', vehicleId })
    await setVehicle(tx, vehicleId, 'en_route')
    vehicleOf.set(id, vehicleId)
    open.vehicle_assigned.push(id)
    return id
  }
  const isOver = kind === 'complete'
  const id = first(isOver ? open.in_progress : open.vehicle_assigned)
  const vehicleId = vehicleOf.get(id) ?? ''
  await move(tx, id, { status: isOver ? 'completed' : 'in_progress', vehicleId, isOver })
  await setVehicle(tx, vehicleId, isOver ? 'active' : 'occupied')
  if (isOver) {
    vehicleOf.delete(id)
    freeVehicles.push(vehicleId)
  } else open.in_progress.push(id)
  return id
}

async function tick(): Promise<void> {
  const now = performance.now()
  // What a busy machine cannot make in time is left out: large transactions would notify of many changes at once.
  owed = Math.min(owed + ((now - owedAt) / 1000) * fleet.perSecond, mostInOne)
  owedAt = now
  const count = Math.floor(owed)
  owed -= count
  if (count === 0 || !database) return
  await database.transaction(asSystem('bench'), async (tx) => {
    for (let at = 0; at < count; at += 1, started += 1) {
      const id = await change(tx, kinds[started % kinds.length] ?? 'create')
      tx.stale({ domain: 'services', id, fleetId: fleet.fleetId, companyId: fleet.companyId })
      await tx.writeEffects()
    }
  })
  done += count
}

answerCalls({
  async open(given: ChangedFleet) {
    fleet = given
    database = createDatabase({ url: given.databaseUrl, clock: systemClock, connections: 1 })
    const { services, vehicles } = await database.transaction(asSystem('bench'), async (tx) => ({
      services: await tx.sql<{ id: string; status: keyof typeof open; vehicleId: string | null }>(
        `select id, status, assigned_vehicle_id as "vehicleId" from services.services
         where fleet_id = $1 and status in ('on_dispatch', 'vehicle_assigned', 'in_progress') order by id`,
        [given.fleetId],
      ),
      vehicles: await tx.sql<{ id: string }>(
        `select id from vehicles.vehicles v where fleet_id = $1 and status = 'active' order by id`,
        [given.fleetId],
      ),
    }))
    for (const { id, status, vehicleId } of services) {
      open[status].push(id)
      if (vehicleId) vehicleOf.set(id, vehicleId)
    }
    freeVehicles = vehicles.map(({ id }) => id)
  },
  start() {
    ;[owed, owedAt] = [0, performance.now()]
    ticking = setInterval(() => {
      if (isWorking) return
      isWorking = true
      working = tick().finally(() => {
        isWorking = false
      })
    }, tickMs)
  },
  /** The number of changes made since the last call. */
  counts() {
    const counted = done
    done = 0
    return counted
  },
  async stop() {
    clearInterval(ticking)
    await working
  },
  async close() {
    await database?.close()
  },
})
