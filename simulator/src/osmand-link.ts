import { Agent, type ClientRequest, request } from 'node:http'
import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import { encodeOsmandQuery } from '@rumbo/protocols/osmand/osmand.device'
import {
  acknowledgementTimeoutMs,
  createBackOff,
  type DeviceLink,
  type LinkOptions,
  type Measurement,
  memorySize,
  newLinkCounts,
} from './device-link.ts'

/** Command types by the words in the body of an answer. */
const typeOfWord: Readonly<Record<string, CommandType>> = {
  positionSingle: 'gps_position',
  deviceStatus: 'status_query',
}
const longestBody = 1_024

/** What a phone states in each report beside the measurement. */
interface Stated {
  secret?: string
  driverCard?: string
  troubleCodes?: string
}

/** A phone that sends its positions by HTTP, one at a time, oldest first. Status 200 acknowledges; the body may be a command. */
export function createOsmandLink(options: LinkOptions & Stated): DeviceLink {
  const {
    deviceIdentifier,
    host,
    port,
    clock,
    random,
    log,
    connectionRateLimit,
    onCommand,
    secret,
    driverCard,
    troubleCodes,
  } = options
  const stated = { secret, driverCard, troubleCodes }
  const counts = newLinkCounts()
  const kept: { query: string; wasSent: boolean }[] = []
  const backOff = createBackOff(clock, random)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let isOnline = false
  let isConnected = false
  let inFlight: { call: ClientRequest; sentAtMs: number } | null = null

  function sendOldest(): void {
    const oldest = kept[0]
    if (!isOnline || inFlight !== null || oldest === undefined || !backOff.isDue()) return
    if (!isConnected && !connectionRateLimit.tryAcquire()) return
    if (oldest.wasSent) counts.resent += 1
    else counts.sent += 1
    oldest.wasSent = true
    const call = request({ host, port, agent, method: 'GET', path: `/?${oldest.query}` })
    inFlight = { call, sentAtMs: clock.now() }
    call.on('response', (response) => {
      const status = response.statusCode ?? 0
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body = (body + part).slice(0, longestBody)
      })
      response.on('end', () => {
        if (inFlight?.call === call) settle(oldest, status, body.trim())
      })
      response.on('error', () => fail(call, 'the answer was cut off'))
    })
    call.on('error', (error) => fail(call, error.message))
    call.end()
  }

  function settle(report: (typeof kept)[number], status: number, body: string): void {
    inFlight = null
    if (status >= 500 || status === 429) {
      pause(`the gateway answered ${status}`)
      return
    }
    if (!isConnected) counts.connections += 1
    isConnected = true
    backOff.succeeded()
    if (status === 200) counts.acknowledged += 1
    else {
      counts.lost += 1
      log('warn', 'The gateway refused a report of a device', { deviceIdentifier, status })
    }
    if (kept[0] === report) kept.shift()
    counts.pending = kept.length
    if (status === 200 && body !== '') {
      onCommand(typeOfWord[body] ?? null, body)
      counts.commands += 1
    }
    sendOldest()
  }

  function fail(call: ClientRequest, reason: string): void {
    if (inFlight?.call !== call) return
    inFlight = null
    pause(reason)
  }

  function pause(reason: string): void {
    isConnected = false
    if (!isOnline) return
    log('warn', 'A device could not reach the gateway', { deviceIdentifier, reason })
    backOff.failed()
  }

  return {
    counts,
    get isConnected() {
      return isConnected
    },
    report(measurement) {
      kept.push({ query: queryOf(deviceIdentifier, measurement, stated), wasSent: false })
      if (kept.length > memorySize) {
        kept.shift()
        counts.lost += 1
      }
      counts.pending = kept.length
      sendOldest()
    },
    // OsmAnd has no heartbeat.
    heartbeat() {},
    check() {
      if (inFlight !== null && clock.now() - inFlight.sentAtMs >= acknowledgementTimeoutMs) {
        inFlight.call.destroy(new Error('the gateway did not answer in time'))
      }
      sendOldest()
    },
    goOnline() {
      isOnline = true
      backOff.reset()
      sendOldest()
    },
    goOffline() {
      isOnline = false
      isConnected = false
      const call = inFlight?.call
      inFlight = null
      call?.destroy()
      agent.destroy()
    },
  }
}

function queryOf(deviceIdentifier: string, measurement: Measurement, stated: Stated): string {
  const { time, alarm, ignition, isEngineBlocked, batteryPercent, powerVolts, fuelPercent } = measurement
  const round = (value: number, digits: number) => Number(value.toFixed(digits))
  return encodeOsmandQuery({
    deviceIdentifier,
    time,
    latitude: measurement.latitude,
    longitude: measurement.longitude,
    speedKmh: measurement.speedKmh,
    headingDegrees: measurement.headingDegrees,
    altitudeMetres: measurement.altitudeMetres,
    accuracyMetres: 5,
    satellites: measurement.satellites,
    telemetry: {
      ignition,
      isCharging: ignition,
      isEngineBlocked,
      batteryPercent: round(batteryPercent, 0),
      powerVolts: round(powerVolts, 1),
      fuelPercent: round(fuelPercent, 1),
      signalPercent: measurement.signalPercent,
      odometerMetres: round(measurement.odometerMetres, 0),
      driverUniqueId: stated.driverCard,
    },
    troubleCodes: stated.troubleCodes,
    alarm: alarm ?? undefined,
    secret: stated.secret,
  })
}
