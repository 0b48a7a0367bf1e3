import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService } from '@rumbo/server/services/services.factory'
import { dayAfter, dayStartMs, localDay } from '@rumbo/server/telemetry/history/telemetry.days.rules'

const timeZone = 'America/Mexico_City'
const pastDays = 14
/** From the present hour of each day on. */
const hours = 5
const everyMs = 7.5 * minuteMs
const rideMs = 25 * minuteMs
const airport = { latitude: 19.4361, longitude: -99.0719 }
const centre = { latitude: 19.4326, longitude: -99.1332 }

/** Rides from the airport on past days at the hours to come, so that repositioning expects the next ones. */
export async function fillDemand(tx: Transaction, companyId: string, fleetName: string): Promise<void> {
  const cars = await tx.sql<{ fleetId: string; vehicleId: string; vehicleNumber: string }>(
    `select v.fleet_id as "fleetId", v.id as "vehicleId", v.vehicle_number as "vehicleNumber"
     from vehicles.vehicles v join organisation.fleets f on f.id = v.fleet_id
     where f.company_id = $1 and f.name = $2 order by v.vehicle_no`,
    [companyId, fleetName],
  )
  const [client] = await tx.sql<{ id: string; name: string; phone: string }>(
    `select id, first_name || ' ' || last_name as name, primary_phone as phone from directory.contacts
     where company_id = $1 and role = 'client' order by id limit 1`,
    [companyId],
  )
  if (!client) return
  const now = tx.now.getTime()
  const today = localDay(timeZone, now).day
  const hourOfDay = now - dayStartMs(timeZone, today)
  let rides = 0
  for (let days = 1; days <= pastDays; days += 1) {
    const sameTime = dayStartMs(timeZone, dayAfter(today, -days)) + hourOfDay
    for (let ms = sameTime; ms < sameTime + hours * hourMs; ms += everyMs) {
      const car = cars[rides % cars.length]
      if (!car) return
      rides += 1
      await writeRide(tx, { ...car, companyId, client, ms })
    }
  }
}

async function writeRide(
  tx: Transaction,
  ride: {
    companyId: string
    fleetId: string
    vehicleId: string
    vehicleNumber: string
    client: { id: string; name: string; phone: string }
    ms: number
  },
): Promise<void> {
  const { companyId, fleetId, vehicleId, vehicleNumber, client, ms } = ride
  const stop = {
    timeWindowStart: null,
    timeWindowEnd: null,
    reference: null,
    contactName: null,
    contactPhone: null,
    serviceMinutes: null,
  }
  const { id } = await buildService(tx, {
    companyId,
    fleetId,
    serviceType: 'taxi',
    requesterContactId: client.id,
    customerName: client.name,
    customerPhone: client.phone,
    dispatchTime: new Date(ms).toISOString(),
    estimatedCost: null,
    paymentMethod: 'app',
    plannedStops: [
      { ...stop, ...airport, stopType: 'pickup', address: 'Terminal 1, Ciudad de México', extraCost: null },
      { ...stop, ...centre, stopType: 'drop', address: 'Zócalo, Ciudad de México', extraCost: null },
    ],
  })
  await tx.sql(
    `update services.services set status = 'completed', status_since = $3, ended_at = $3, started_at = $2,
       created_at = $2, updated_at = $3, assigned_vehicle_id = $4, assigned_vehicle_number = $5, payment_status = 'paid'
     where id = $1`,
    [id, new Date(ms), new Date(ms + rideMs), vehicleId, vehicleNumber],
  )
  await tx.sql('update services.status_history set at = $2 where service_id = $1', [id, new Date(ms)])
}
