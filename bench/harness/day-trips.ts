import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coordinates } from '@rumbo/geo'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { generator } from './random.ts'

export interface Trip {
  /** Seconds since the start of the day. */
  at: number
  from: Coordinates
  to: Coordinates
}

/** The share of a day's taxi trips in each hour of the day, made up: a morning and an evening peak. */
const hourly = [14, 9, 6, 5, 6, 12, 26, 46, 58, 52, 46, 46, 50, 54, 56, 52, 52, 58, 66, 64, 52, 40, 30, 20]

/**
 * The places of real taxi trips in Mexico City, spread over one day: their own times come from two years.
 * @returns by time
 * @throws Error that names the missing file
 */
export function readTrips(seed: number): Trip[] {
  const data = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data')
  const file = join(data, 'trips', 'mexico-city-taxi-trips.csv')
  if (!existsSync(file))
    throw new Error(`The file ${file} is missing; set RUMBO_TEST_DATA to the folder of test data.`)
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const columns = head.split(',').map((name) => name.replaceAll('"', ''))
  const random = generator(seed)
  const sum = hourly.reduce((total, share) => total + share, 0)
  const someTime = () => {
    let left = random() * sum
    const hour = hourly.findIndex((share) => {
      left -= share
      return left < 0
    })
    return Math.floor((Math.max(0, hour) + random()) * 3600)
  }
  return lines
    .map((line) => {
      const cells = line.split(',')
      const number = (name: string) => Number(cells[columns.indexOf(name)])
      return {
        at: someTime(),
        from: { latitude: number('pickup_latitude'), longitude: number('pickup_longitude') },
        to: { latitude: number('dropoff_latitude'), longitude: number('dropoff_longitude') },
      }
    })
    .sort((a, b) => a.at - b.at)
}
