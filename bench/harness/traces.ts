import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coordinates } from '@rumbo/geo'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

export interface TraceFix {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly place: Coordinates
}

const folder = join(process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data'), 'gps')

function linesOf(name: string): string[] {
  const file = join(folder, name)
  if (!existsSync(file)) {
    console.error(`The trace ${file} is missing; set RUMBO_TEST_DATA to the folder of test data.`)
    process.exit(1)
  }
  return readFileSync(file, 'utf8').trim().split('\n')
}

const inOrder = (fixes: TraceFix[]) =>
  fixes
    .sort((one, other) => one.time - other.time)
    .filter(({ time }, at, sorted) => time !== sorted[at - 1]?.time)

/** The fixes of a San Francisco cab in the order of time. */
const cab = (name: string) =>
  inOrder(
    linesOf(name).map((line) => {
      const [latitude = 0, longitude = 0, , seconds = 0] = line.split(' ').map(Number)
      return { time: seconds * 1000, place: { latitude, longitude } }
    }),
  )

function buses(name: string): TraceFix[][] {
  const byVehicle = new Map<string, TraceFix[]>()
  for (const line of linesOf(name).slice(1)) {
    const [, vehicle = '', , time = '', latitude, longitude] = line.replaceAll('"', '').split(',')
    const fixes = byVehicle.get(vehicle) ?? []
    fixes.push({
      time: Date.parse(`${time.replace(' ', 'T')}Z`),
      place: { latitude: Number(latitude), longitude: Number(longitude) },
    })
    byVehicle.set(vehicle, fixes)
  }
  return [...byVehicle.values()].map(inOrder)
}

/** One list of fixes per vehicle: two cabs of San Francisco and the buses of a route in Liverpool. */
export const readTraces = (): TraceFix[][] => [
  cab('sf_cabspotting_abboip.txt'),
  cab('sf_cabspotting_ugthfu.txt'),
  ...buses('liverpool_bus_route14.csv'),
]
