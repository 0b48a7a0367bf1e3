import type { DriverState } from '@rumbo/contract/drivers.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type Coordinates, distanceMetres } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { buildReport } from '@rumbo/server/telemetry/telemetry.factory'
import { v7 as uuid } from 'uuid'
import type { Day } from './day.ts'

/** Reports of a vehicle under way and of one that stands, in seconds. */
const reportEvery = { driving: 30, standing: 120 }
const boardingSeconds = 45
const answerSeconds = { least: 3, most: 20 }
const shares = { rejected: 0.03, unanswered: 0.01 }

export interface DayVehicle {
  imei: string
  vehicleId: string
  user: { id: string }
  place: Coordinates
  /** The drive under way. */
  drive: { from: Coordinates; to: Coordinates; startedAt: number; endsAt: number } | null
  serviceId: string | null
  nextReportAt: number
}
interface Due {
  at: number
  run(): Promise<void>
}

/** Simulated drivers: they answer offers on the driver page's API, drive straight at the formula's times, and report. */
export function createDayFleet(day: Day, vehicles: readonly DayVehicle[], random: () => number) {
  const byVehicle = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const seconds = () => day.now().getTime() / 1000
  const seen = new Set<string>()
  const refusals = new Map<string, number>()
  let due: Due[] = []
  const totals = { emptyMetres: 0, loadedMetres: 0, reports: 0, doubled: 0 }
  const callTimes: number[] = []

  const later = (after: number, run: () => Promise<void>) => due.push({ at: seconds() + after, run })

  /** @returns whether it was done */
  async function act(vehicle: DayVehicle, action: object): Promise<boolean> {
    const caller = await day.callerFor(vehicle.user)
    const at = day.now().toISOString()
    const startedAt = performance.now()
    const { items } = await caller.call<{ items: { problem: string | null }[] }>('POST', '/driver/actions', {
      sentAt: at,
      actions: [{ id: uuid(), at, ...action }],
    })
    callTimes.push(performance.now() - startedAt)
    const problem = items[0]?.problem ?? null
    if (problem !== null) refusals.set(problem, (refusals.get(problem) ?? 0) + 1)
    return problem === null
  }

  /** Drives straight; `run` follows the arrival. */
  function drive(vehicle: DayVehicle, to: Coordinates, run: () => Promise<void>): number {
    const leg = estimateLeg(vehicle.place, to)
    const now = seconds()
    vehicle.drive = { from: vehicle.place, to, startedAt: now, endsAt: now + leg.durationSeconds }
    vehicle.nextReportAt = now
    later(leg.durationSeconds, async () => {
      vehicle.place = to
      vehicle.drive = null
      await run()
    })
    return leg.distanceMetres
  }

  async function serve(vehicle: DayVehicle, service: Service): Promise<void> {
    const [pickup, drop] = service.plannedStops
    if (!pickup || !drop) throw new Error('A service has no stops.')
    const serviceId = service.id
    if (vehicle.serviceId !== null) totals.doubled += 1
    vehicle.serviceId = serviceId
    totals.emptyMetres += drive(vehicle, pickup, async () => {
      await act(vehicle, { kind: 'arrive', serviceId, stopId: pickup.id })
      later(boardingSeconds, async () => {
        await act(vehicle, { kind: 'pick_up', serviceId })
        totals.loadedMetres += drive(vehicle, drop, async () => {
          await act(vehicle, { kind: 'complete', serviceId })
          vehicle.serviceId = null
        })
      })
    })
  }

  async function answer(vehicle: DayVehicle, offerId: string): Promise<void> {
    const isRejected = random() < shares.rejected
    const isDone = await act(vehicle, { kind: isRejected ? 'reject' : 'accept', offerId })
    if (isRejected || !isDone) return
    const caller = await day.callerFor(vehicle.user)
    const { services } = await caller.call<DriverState>('GET', '/driver')
    const service = services.find(({ id }) => id !== vehicle.serviceId)
    if (!service) throw new Error('An accepted service is not among the driver’s.')
    await serve(vehicle, service)
  }

  function placeOf({ drive: under, place }: DayVehicle): Coordinates {
    if (!under) return place
    const share = Math.min(1, (seconds() - under.startedAt) / Math.max(1, under.endsAt - under.startedAt))
    return {
      latitude: under.from.latitude + share * (under.to.latitude - under.from.latitude),
      longitude: under.from.longitude + share * (under.to.longitude - under.from.longitude),
    }
  }

  function report(vehicle: DayVehicle): Promise<void> {
    const { drive: under, imei } = vehicle
    vehicle.nextReportAt = seconds() + (under ? reportEvery.driving : reportEvery.standing)
    const place = placeOf(vehicle)
    const speedKmh = under
      ? (distanceMetres(under.from, under.to) / (under.endsAt - under.startedAt)) * 3.6
      : 0
    totals.reports += 1
    return day.intake.accept(
      buildReport({
        deviceIdentifier: imei,
        receivedAt: day.now(),
        telemetry: { ignition: true },
        fix: { ...place, speedKmh: Math.min(110, speedKmh || 0) },
      }),
    )
  }

  return {
    totals,
    refusals,
    callTimes,
    /** Drivers whose pages show an offer that was not there before answer it after some seconds. */
    async noticeOffers(): Promise<void> {
      const offers = await day.query<{ id: string; vehicle: string }>(
        "select id, vehicle_id as vehicle from dispatch.offers where status = 'open'",
      )
      for (const { id, vehicle } of offers) {
        const offered = byVehicle.get(vehicle)
        if (seen.has(id) || !offered) continue
        seen.add(id)
        if (random() < shares.unanswered) continue
        const { least, most } = answerSeconds
        later(least + random() * (most - least), () => answer(offered, id))
      }
    },
    /** Does what is due by now. */
    async act(): Promise<void> {
      const now = seconds()
      const ready = due.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
      due = due.filter(({ at }) => at > now)
      await Promise.all(ready.map(({ run }) => run()))
    },
    report: () => Promise.all(vehicles.filter(({ nextReportAt }) => nextReportAt <= seconds()).map(report)),
    isBusy: () => due.length > 0,
  }
}
