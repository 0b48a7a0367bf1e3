import { readFileSync } from 'node:fs'
import { dayMs, hourMs, minuteMs } from '@rumbo/contract/time-units'
import { buildRoadGraph, parseOsmXml } from '@rumbo/geo'
import type { Database } from '@rumbo/server/platform/database/database'
import { dayAfter, dayStartMs, localDay } from '@rumbo/server/telemetry/history/telemetry.days.rules'
import {
  addPosition,
  createHistoryBuilder,
  newStoredPositions,
  type StoredPositions,
} from '@rumbo/server/telemetry/history/telemetry.history.factory'
import { createRandom, type Random, simulatePastDays } from '@rumbo/simulator'
import type { DemoVehicle } from './vehicles.ts'

const timeZone = 'America/Mexico_City'
const weekDays = 7
/** The simulated fleet continues after this time, in milliseconds. */
const quietMs = 70 * minuteMs

/**
 * Working hours of the last week in local time; on Sundays most vehicles stay at home.
 * @param restedDays days for which the vehicle has not been on the road
 */
function shiftsOf(random: Random, now: number, restedDays: number): { fromMs: number; toMs: number }[] {
  const today = localDay(timeZone, now).day
  const startsEarly = random.chance(0.7)
  const restsFromMs = now - restedDays * dayMs
  return Array.from({ length: weekDays + 1 }, (_, index) => dayAfter(today, index - weekDays)).flatMap(
    (day) => {
      const isSunday = new Date(`${day}T12:00:00Z`).getUTCDay() === 0
      const isAtHome = random.chance(isSunday ? 0.7 : 0.05)
      const begin = startsEarly ? random.between(6, 8) : random.between(10, 13)
      const fromMs = dayStartMs(timeZone, day) + begin * hourMs
      const toMs = Math.min(fromMs + random.between(7, 9.5) * hourMs, now - quietMs - hourMs)
      return isAtHome || toMs - fromMs < hourMs || (restedDays > 0 && toMs > restsFromMs)
        ? []
        : [{ fromMs, toMs }]
    },
  )
}

export interface WeekOptions {
  vehicles: readonly DemoVehicle[]
  regionFile: string
  now: Date
  /** Called with the positions of each vehicle, in the order of the vehicles. */
  onDriven?(index: number, positions: StoredPositions): void
}

/** Writes a week of driving on the region's streets for every vehicle; reproducible for the same `now`. */
export async function fillWeek(
  database: Database,
  { vehicles, regionFile, now, onDriven }: WeekOptions,
): Promise<void> {
  const graph = buildRoadGraph(parseOsmXml(readFileSync(regionFile)))
  const identifiers = vehicles.map(({ imei }) => imei)
  const builder = await createHistoryBuilder(database, identifiers, now)
  const toMs = now.getTime() - quietMs
  const fromMs = dayStartMs(timeZone, dayAfter(localDay(timeZone, now.getTime()).day, -weekDays))
  let writing = Promise.resolve()
  try {
    for (const [index, { imei, mileage, simulated, restedDays }] of vehicles.entries()) {
      const random = createRandom('week', imei)
      const positions = newStoredPositions()
      simulatePastDays({
        graph,
        random,
        kind: simulated.kind,
        home: simulated.home,
        fromMs,
        toMs,
        shifts: shiftsOf(random, now.getTime(), restedDays),
        odometerMetres: mileage * 1_000,
        onReport: (report) => addPosition(positions, report),
      })
      onDriven?.(index, positions)
      // The database writes one vehicle while the next one drives.
      await writing
      writing = builder.write(imei, positions, timeZone)
    }
    await writing
  } finally {
    await writing.catch(() => undefined)
    await builder.end()
  }
}
