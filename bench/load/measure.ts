import type { SimulatedReport } from '@rumbo/protocols/device-side'

/** What was acknowledged between `startMeasuring` and `measured`. Milliseconds from writing a frame to its answer. */
export interface Measured {
  positionsPerSecond: number
  acknowledged: number
  /** Of the protocols that answer. */
  p50Ms: number
  p99Ms: number
}

/** When a position was written to its socket; epoch milliseconds with a fraction. */
export interface SentPosition {
  identifier: string
  fixMs: number
  sentAtMs: number
}

/** East along an avenue at 36 km/h, turning back every hour. Returns one shared object: device clients encode it at once. */
export function createDrive(firstSecond: number): (second: number) => SimulatedReport {
  const report: SimulatedReport = {
    time: new Date(0),
    isValid: true,
    latitude: 19.4326,
    longitude: -99.2,
    altitudeMetres: 2240,
    speedKmh: 36,
    headingDegrees: 90,
    satellites: 11,
    signalPercent: 75,
    ignition: true,
    powerVolts: 13.8,
    isEngineBlocked: false,
    batteryPercent: 100,
    fuelPercent: 60,
    odometerMetres: 0,
    alarm: null,
    isStored: false,
  }
  return (second) => {
    report.time = new Date((firstSecond + second) * 1000)
    report.longitude = -99.2 + 0.000095 * Math.abs(((second + 3600) % 7200) - 3600)
    report.odometerMetres = 120_000 + second * 10
    return report
  }
}

/** Notes what happens between `start` and `end`. */
export function createMeasure() {
  let latencies: number[] = []
  let sent: SentPosition[] = []
  let count = 0
  let since: number | null = null
  let notesSent = false
  return {
    start(isToNoteSent = false) {
      notesSent = isToNoteSent
      latencies = []
      sent = []
      count = 0
      since = performance.now()
    },
    acknowledged(latencyMs: number | null) {
      if (since === null) return
      count += 1
      if (latencyMs !== null) latencies.push(latencyMs)
    },
    sent(identifier: string, fixMs: number, at: number) {
      if (notesSent) sent.push({ identifier, fixMs, sentAtMs: performance.timeOrigin + at })
    },
    end(): Measured {
      const seconds = (performance.now() - (since ?? 0)) / 1000
      since = null
      notesSent = false
      const sorted = Float64Array.from(latencies).sort()
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { positionsPerSecond: count / seconds, acknowledged: count, p50Ms: at(0.5), p99Ms: at(0.99) }
    },
    sentPositions: () => sent,
  }
}
