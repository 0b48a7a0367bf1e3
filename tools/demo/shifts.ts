import { normalCard } from '@rumbo/contract/shifts.cards.rules'
import { dayMs, hourMs, minuteMs } from '@rumbo/contract/time-units'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { insertCard } from '@rumbo/server/shifts/shifts.cards.repository'
import { insertDocument } from '@rumbo/server/shifts/shifts.documents.repository'
import { writeLimits } from '@rumbo/server/shifts/shifts.limits.repository'
import { insertShifts } from '@rumbo/server/shifts/shifts.repository'
import { v7 as uuid } from 'uuid'
import { demoCard, demoCardDevice } from './vehicles.ts'

interface Driver {
  id: string
  name: string
  fleetId: string
  vehicleId: string
  vehicleNumber: string
}

/** Mexico City has no daylight saving time. */
const offsetMs = 6 * hourMs
/** When shifts of eight hours begin; one of them runs at any time. */
const startHours = [6, 14, 22] as const
const [firstDay, lastDay] = [-4, 8]
/** This driver's last shift should have ended two hours ago and was not ended: the product reports it. */
const forgetfulIndex = 3
const forgottenSinceHours = 10
/** Days until the licences of the first drivers expire; the second has an expired one and no shifts. */
const expiries = [12, -9, 410, 805, 233]

const dayText = (ms: number) => new Date(ms - offsetMs).toISOString().slice(0, 10)

/** Licences and permits of drivers with an account, and their shifts of the week: past, running and planned. */
export async function fillShifts(tx: Transaction, companyId: string): Promise<void> {
  const drivers = await tx.sql<Driver>(
    `select distinct on (c.id) c.id, concat_ws(' ', c.first_name, c.last_name) as name, k.fleet_id as "fleetId",
       v.id as "vehicleId", v.vehicle_number as "vehicleNumber"
     from directory.contacts c
     join organisation.assignments a on a.user_id = c.user_id and a.role in ('primary_driver', 'secondary_driver') and a.archived_at is null
     join vehicles.contacts k on k.contact_id = c.id and k.fleet_id = a.fleet_id
     join vehicles.vehicles v on v.id = k.vehicle_id
     where c.company_id = $1 and c.status = 'active' order by c.id, v.vehicle_no`,
    [companyId],
  )
  const now = tx.now.getTime()
  const midnight = Math.floor((now - offsetMs) / dayMs) * dayMs + offsetMs
  await writeLimits(
    tx,
    { companyId, fleetId: null },
    {
      dayMinutes: 12 * 60,
      weekMinutes: 60 * 60,
      needsLicence: true,
      startsByCard: true,
      ignitionOffMinutes: 20,
    },
  )
  for (const [index, driver] of drivers.entries()) {
    const days = expiries[index % expiries.length] ?? 365
    const isExpired = index === 1
    const document = { companyId, driverId: driver.id, title: null, note: null }
    await insertDocument(tx, {
      ...document,
      kind: 'driving_licence',
      number: `CDMX-${48_210 + index * 137}`,
      class: index % 2 === 0 ? 'B' : 'E1',
      expiresOn: dayText(now + (isExpired || days > 0 ? days : 320) * dayMs),
    })
    if (index % 2 === 0)
      await insertDocument(tx, {
        ...document,
        kind: 'driver_permit',
        number: `T-${7_701 + index}`,
        class: null,
        expiresOn: dayText(now + (25 + 31 * index) * dayMs),
      })
    if (!isExpired) await fillDays(tx, companyId, driver, index, midnight)
  }
  await fillCard(tx, companyId)
}

/** Gives the card in the simulated reader to the driver of its vehicle. */
async function fillCard(tx: Transaction, companyId: string): Promise<void> {
  const [driver] = await tx.sql<{ id: string }>(
    `select k.contact_id as id from vehicles.contacts k join vehicles.listened v on v.id = k.vehicle_id
     join directory.contacts c on c.id = k.contact_id and c.company_id = $1
     where v.imei = $2 and k.role in ('primary_driver', 'backup_driver') order by c.user_id is null, k.role desc limit 1`,
    [companyId, demoCardDevice],
  )
  const card = normalCard(demoCard)
  if (driver && card) await insertCard(tx, { companyId, driverId: driver.id, card })
}

async function fillDays(
  tx: Transaction,
  companyId: string,
  driver: Driver,
  index: number,
  midnight: number,
): Promise<void> {
  const isForgetful = index === forgetfulIndex
  const now = tx.now.getTime()
  const startHour = isForgetful
    ? Math.floor((now - midnight) / hourMs + 24 - forgottenSinceHours) % 24
    : (startHours[index % startHours.length] ?? 6)
  const spans = []
  for (let day = firstDay; day <= lastDay; day += 1) {
    // One day of rest in seven.
    if ((day + index + 70) % 7 === 0 && day !== 0) continue
    const begin = midnight + day * dayMs + startHour * hourMs
    spans.push({ startsAt: new Date(begin), endsAt: new Date(begin + 8 * hourMs) })
  }
  const { id, name, fleetId, vehicleId, vehicleNumber } = driver
  const ids = await insertShifts(
    tx,
    { companyId, fleetId, seriesId: uuid() },
    {
      driver: { id, name },
      vehicle: { id: vehicleId, vehicleNumber },
      breaks: [{ afterMinutes: 240, minutes: 30 }],
      note: null,
    },
    spans,
  )
  for (const [at, { startsAt, endsAt }] of spans.entries()) {
    const started = startsAt.getTime() + ((index * 7 + at * 5) % 17) * minuteMs - 6 * minuteMs
    if (started > now) continue
    // One shift of the past was missed.
    if (isForgetful && at === 1) continue
    const ended = endsAt.getTime() + ((index * 11 + at * 3) % 23) * minuteMs - 4 * minuteMs
    await tx.sql(
      `update shifts.shifts set status = $2, started_at = $3, ended_at = $4, version = version + 1 where id = $1`,
      ended < now && !(isForgetful && startsAt.getTime() > now - dayMs)
        ? [ids[at], 'ended', new Date(started), new Date(ended)]
        : [ids[at], 'running', new Date(started), null],
    )
  }
}
