import { minuteMs } from '@rumbo/contract/time-units'
import type { DrivenPlace } from '@rumbo/geo/roads/road-limit'
import type { Clock } from '../../platform/clock.ts'
import type { RoadFix, RoadSpeeding } from './telemetry.road-speeding.rules.ts'
import { roadSpeedingThresholds } from './telemetry.thresholds.rules.ts'

/** In km/h, one for each place; null where none is known. Must not reject. */
type LimitsOf = (places: readonly DrivenPlace[]) => Promise<readonly (number | null)[]>

/**
 * Fixes of fast vehicles with the limits of their roads. These are looked up beside the pipeline, so a fix is judged with one
 * of the next reports of its vehicle, or not at all.
 */
export interface RoadSpeeds {
  /** @param judged what is remembered of the vehicle: fixes that were judged are no longer kept */
  note(vehicleNo: number, fix: Omit<RoadFix, 'limitKmh'>, judged: RoadSpeeding | null): void
  /** Noted fixes after a moment (epoch ms) whose limits are known or known to be unknown, up to the first open one. */
  after(vehicleNo: number, time: number): RoadFix[]
  /** When the earliest noted fix after a moment arrived; null without one. Epoch ms. */
  waitingSince(vehicleNo: number, time: number): number | null
  /** Drops the fixes of a vehicle of which nothing is remembered: they would be judged again. */
  forget(vehicleNo: number): void
  end(): void
}

interface Noted extends Omit<RoadFix, 'limitKmh'> {
  limitKmh: number | null
  isOpen: boolean
}

const { askFromKmh, everyMs, longestGapMs } = roadSpeedingThresholds
/** Of one vehicle; a device may send a long backlog at once. */
const mostFixes = 300
/** Fixes that wait for an answer: beyond, their limits count as unknown. */
const mostOpen = 5_000
const mostAsked = 500

const isWithinAny = ({ limitKmh }: Noted) => limitKmh === Number.POSITIVE_INFINITY

/** @param options.collectMs how long fixes are collected for one look-up. Default: 200 */
export function createRoadSpeeds(options: {
  limitsOf: LimitsOf
  clock: Clock
  collectMs?: number
}): RoadSpeeds {
  const collectMs = options.collectMs ?? 200
  const vehicles = new Map<number, Noted[]>()
  let open: Noted[] = []
  let timer: NodeJS.Timeout | null = null
  let isAsking = false
  const sweep = setInterval(() => {
    const oldest = options.clock.now().getTime() - 2 * longestGapMs
    for (const [vehicleNo, fixes] of vehicles)
      if ((fixes.at(-1)?.receivedAt ?? 0) < oldest) vehicles.delete(vehicleNo)
  }, minuteMs)
  sweep.unref()

  function askSoon() {
    if (timer || isAsking || open.length === 0) return
    timer = setTimeout(ask, collectMs)
    timer.unref()
  }
  async function ask() {
    timer = null
    isAsking = true
    const asked = open.slice(0, mostAsked)
    open = open.slice(mostAsked)
    const places = asked.map(({ latitude, longitude, heading }) => ({
      latitude,
      longitude,
      headingDegrees: heading ?? 0,
    }))
    const limits = await options.limitsOf(places)
    for (const [at, fix] of asked.entries()) {
      fix.limitKmh = limits[at] ?? null
      fix.isOpen = false
    }
    isAsking = false
    askSoon()
  }

  return {
    note(vehicleNo, fix, judged) {
      const judgedUntil = judged?.judgedUntil ?? Number.NEGATIVE_INFINITY
      const waiting = vehicles.get(vehicleNo)?.filter(({ at }) => at > judgedUntil) ?? []
      if (fix.at - (waiting.at(-1)?.at ?? judgedUntil) < everyMs) return
      const isFast = fix.speedKmh >= askFromKmh
      // A slow fix is needed only where it ends an episode.
      if (!isFast && !judged?.speeding && waiting.every(isWithinAny)) {
        vehicles.delete(vehicleNo)
        return
      }
      const isAsked = isFast && fix.heading !== null && open.length < mostOpen
      const noted = { ...fix, limitKmh: isFast ? null : Number.POSITIVE_INFINITY, isOpen: isAsked }
      vehicles.set(vehicleNo, [...waiting.slice(1 - mostFixes), noted])
      if (!isAsked) return
      open.push(noted)
      askSoon()
    },
    after(vehicleNo, time) {
      const fixes = vehicles.get(vehicleNo)?.filter(({ at }) => at > time) ?? []
      const firstOpen = fixes.findIndex(({ isOpen }) => isOpen)
      return firstOpen === -1 ? fixes : fixes.slice(0, firstOpen)
    },
    waitingSince: (vehicleNo, time) =>
      vehicles.get(vehicleNo)?.find(({ at }) => at > time)?.receivedAt ?? null,
    forget: (vehicleNo) => void vehicles.delete(vehicleNo),
    end() {
      clearInterval(sweep)
      if (timer) clearTimeout(timer)
      open = []
      vehicles.clear()
    },
  }
}
