import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { updateMaintenanceEvents } from '@rumbo/server/events/events.maintenance.actions'
import { asSystem } from '@rumbo/server/platform/access/access'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase, type Database } from '@rumbo/server/platform/database/database'

import { fillCash } from './cash.ts'
import { fillCommunication } from './communication.ts'
import { createCounts } from './counts.ts'
import { fillCustomRules } from './custom-rules.ts'
import { demoNotes, demoPassword, people } from './demo-data.ts'
import { fillDispatch } from './dispatch.ts'
import { demoDriver } from './driver-activity.ts'
import { createEventPositions, fillEvents } from './events.ts'
import { fillCuautitlan, fillGuadalajara, fillMexicoCity } from './fill-companies.ts'
import { fillGeofences } from './geofences.ts'
import { fillReviews } from './import-reviews.ts'
import { demoRegionFile, installDemoRegion } from './install-region.ts'
import { fillNotificationRules } from './notification-rules.ts'
import { fillJourneys } from './past-journeys.ts'
import { fillPlanningShifts } from './planning.ts'
import { fillSeries } from './series.ts'
import { fillShifts } from './shifts.ts'
import { fillTariffs } from './tariffs.ts'
import { allVehicles, type SimulatedVehicle, unknownDevices } from './vehicles.ts'
import { fillWeek } from './week.ts'

export interface DemoLogin {
  level: string
  username: string
  password: string
}
export interface Demo {
  logins: readonly DemoLogin[]
  /** One line for the sign-in page. */
  loginNotice: string
  fleetFile: string
  regionFile: string
}

export interface DemoOptions {
  databaseUrl: string
  /** The secret that encrypts stored secrets. */
  secret: string
  /** First part of the links in the kept mails. Default: http://127.0.0.1:8080. */
  publicUrl?: string
  dataDir: string
  /** The folder of the demo's region. Default: `regions` in the data folder. */
  regionsFolder?: string
  log(sentence: string): void
}

interface Known {
  imei: string
  latitude: number
  longitude: number
  odometer: number
  fuel: number | null
  battery: number | null
}

/** The simulated vehicles with their last stored place, odometer, tank and battery. */
async function simulatedFleet(database: Database): Promise<SimulatedVehicle[]> {
  const known = await database.transaction(
    asSystem('demo'),
    (tx) =>
      tx.sql<Known>(
        `select v.imei, s.latitude / 1e7::float8 as latitude, s.longitude / 1e7::float8 as longitude,
           s.odometer_metres as odometer, s.fuel_percent as fuel, s.battery_percent as battery
         from telemetry.vehicle_state s join vehicles.listened v using (vehicle_no) where s.latitude is not null`,
      ),
    { readOnly: true },
  )
  const lastOf = new Map(known.map(({ imei, ...last }) => [imei, last]))
  return [...allVehicles().map(({ simulated }) => simulated), ...unknownDevices].map((vehicle) => {
    const last = lastOf.get(vehicle.deviceIdentifier)
    if (!last) return vehicle
    const { latitude, longitude, odometer, fuel, battery } = last
    return {
      ...vehicle,
      place: { latitude, longitude },
      odometerMetres: odometer,
      fuelPercent: fuel ?? vehicle.fuelPercent,
      batteryPercent: battery ?? vehicle.batteryPercent,
    }
  })
}

/**
 * Fills an empty database with the demo's companies, people, vehicles and contacts, and writes the fleet file of the
 * simulator. With a filled database it only writes that file.
 */
export async function fillDemo({
  databaseUrl,
  secret,
  publicUrl = 'http://127.0.0.1:8080',
  dataDir,
  regionsFolder = join(dataDir, 'regions'),
  log,
}: DemoOptions): Promise<Demo> {
  const regionFile = demoRegionFile()
  const fleetFile = join(dataDir, 'demo-fleet.json')
  mkdirSync(dataDir, { recursive: true })
  await installDemoRegion(regionsFolder, log)
  const database = createDatabase({ url: databaseUrl, clock: systemClock, connections: 2 })
  try {
    const filled = await database.transaction(asSystem('demo'), async (tx) => {
      const [found] = await tx.sql<{ count: number }>('select count(*) as count from organisation.companies')
      if (found && Number(found.count) > 0) return null
      log('Filling the demo: three companies, eight fleets, sixty vehicles')
      const scene = await fillMexicoCity(tx, secret, publicUrl)
      await fillGuadalajara(tx, secret)
      await fillCuautitlan(tx, secret)
      return scene
    })
    if (filled) {
      log('Simulating a week of history')
      const now = systemClock.now()
      const eventPositions = createEventPositions(now)
      const counts = createCounts(now)
      await fillWeek(database, {
        vehicles: allVehicles(),
        regionFile,
        now,
        onDriven: (index, positions) => {
          eventPositions.add(index, positions)
          counts.add(index, positions)
        },
      })
      await database.transaction(asSystem('demo'), async (tx) => {
        const rules = await fillCustomRules(tx, filled.companyId)
        await fillEvents(tx, filled.companyId, filled.vehicles, filled.users, eventPositions.found, rules)
        await fillTariffs(tx, filled.companyId)
        await fillNotificationRules(tx, filled.companyId)
        await fillGeofences(tx, filled.companyId)
        await fillCash(tx, filled.companyId)
        await fillJourneys(tx, filled.companyId, regionFile)
        await fillShifts(tx, filled.companyId)
        await fillPlanningShifts(tx, filled.companyId)
        await fillCommunication(tx, filled.companyId)
        await fillDispatch(tx, filled.companyId)
        await fillReviews(tx, filled.companyId)
        await fillSeries(tx, filled.companyId, demoNotes)
        await counts.write(tx, filled.companyId, filled.vehicles)
        await updateMaintenanceEvents(tx)
      })
    }
    writeFileSync(fleetFile, JSON.stringify({ vehicles: await simulatedFleet(database) }, null, 1))
  } finally {
    await database.close()
  }
  const logins = [
    ...people.map(({ level, username }) => ({ level, username, password: demoPassword })),
    { level: 'driver', username: demoDriver, password: demoPassword },
  ]
  return {
    logins,
    loginNotice: `Demo: ${logins.map((login) => login.username).join(', ')} · ${demoPassword}`,
    fleetFile,
    regionFile,
  }
}
