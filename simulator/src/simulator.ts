import type { AlarmKind } from '@rumbo/contract/device-report.contract'
import type { Coordinates, RoadGraph } from '@rumbo/geo'
import type { SimulatorClock } from './clock.ts'
import { createDevice, type Device } from './device.ts'
import type { DeviceLink, LinkCounts, SimulatorLog } from './device-link.ts'
import { createGt06Link } from './gt06-link.ts'
import { createOsmandLink } from './osmand-link.ts'
import { createRandom } from './random.ts'
import { createVehicle, type Vehicle, type VehicleState } from './vehicle.ts'
import type { VehicleKind } from './vehicle-kinds.ts'

export interface SimulatedVehicle {
  /** GT06: an IMEI of 15 digits. OsmAnd: any text. */
  deviceIdentifier: string
  protocol: 'gt06' | 'osmand'
  kind: VehicleKind
  home?: Coordinates
  /** Default: the seed makes about one in sixteen parked and one in sixteen patchy (silent for over 10 minutes). */
  behaviour?: 'roaming' | 'parked' | 'patchy'
  /** OsmAnd only. */
  secret?: string
}

export interface SimulatorOptions {
  graph: RoadGraph
  vehicles: readonly SimulatedVehicle[]
  gateway: { host: string; gt06Port: number; osmandPort: number }
  clock: SimulatorClock
  seed: number | string
  /** Between two reports of a moving vehicle, jittered by 15 %. Default 2,000. */
  reportIntervalMs?: number
  /** Between two alarms of the whole fleet, on average. Default 10 minutes; 0 for none. */
  alarmIntervalMs?: number
  log: SimulatorLog
  onArrival?(arrival: Arrival): void
}

/** A directed vehicle has reached the place it was sent to. */
export interface Arrival extends Coordinates {
  deviceIdentifier: string
  atMs: number
}

export type SimulatedState = Readonly<VehicleState> & {
  readonly deviceIdentifier: string
  readonly isConnected: boolean
  readonly isSilent: boolean
  readonly link: Readonly<LinkCounts>
}

export type DirectionOutcome = 'accepted' | 'unknown_device' | 'unreachable'

export interface Simulator {
  /** Throws if it was started before. */
  start(): void
  /** Closes every connection. What was not acknowledged is forgotten. */
  stop(): void
  /**
   * Sends a vehicle to a place, instead of where it was going. It stands there for `standSeconds` (default 240),
   * then goes where it likes unless it was directed again.
   */
  direct(deviceIdentifier: string, place: Coordinates, standSeconds?: number): DirectionOutcome
  states(): SimulatedState[]
}

interface Member {
  deviceIdentifier: string
  vehicle: Vehicle
  device: Device
  link: DeviceLink
}

const stepMs = 500
/** After a longer gap (the machine slept) the fleet goes on from now. */
const longestCatchUpMs = 30_000
const stepsPerCheck = 10

/** A fleet that drives on the streets of a graph and tells a gateway of it over real sockets. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const {
    graph,
    vehicles,
    gateway,
    clock,
    seed,
    reportIntervalMs = 2_000,
    alarmIntervalMs = 600_000,
  } = options
  const alarms = createRandom(seed, 'alarms')
  const members = new Map<string, Member>()
  let steppedToMs = 0
  let steps = 0
  let cancelTick: (() => void) | null = null
  let hasStarted = false

  function createMember(spec: SimulatedVehicle, startMs: number): Member {
    const { deviceIdentifier, protocol, kind, home, secret } = spec
    const stream = (purpose: string) => createRandom(seed, `${purpose}/${deviceIdentifier}`)
    const lot = stream('behaviour').unit()
    const behaviour = spec.behaviour ?? (lot < 1 / 16 ? 'parked' : lot < 2 / 16 ? 'patchy' : 'roaming')
    const isParked = behaviour === 'parked'
    const vehicle = createVehicle({
      graph,
      kind,
      isParked,
      random: stream('drive'),
      ...(home === undefined ? {} : { home }),
    })
    const linkOptions = {
      deviceIdentifier,
      host: gateway.host,
      port: protocol === 'gt06' ? gateway.gt06Port : gateway.osmandPort,
      clock,
      random: stream('link'),
      log: options.log,
      onEngineBlocked: (isBlocked: boolean) => vehicle.setEngineBlocked(isBlocked),
      ...(secret === undefined ? {} : { secret }),
    }
    const link = protocol === 'gt06' ? createGt06Link(linkOptions) : createOsmandLink(linkOptions)
    const isPatchy = behaviour === 'patchy'
    const device = createDevice({
      vehicle,
      link,
      random: stream('device'),
      startMs,
      reportIntervalMs,
      isPatchy,
    })
    return { deviceIdentifier, vehicle, device, link }
  }

  function step(nowMs: number): void {
    steps += 1
    for (const member of members.values()) {
      const { deviceIdentifier, vehicle, device, link } = member
      vehicle.step(stepMs / 1_000)
      device.step(nowMs)
      if (steps % stepsPerCheck === 0) link.check()
      if (!vehicle.takeArrival()) continue
      device.keepOnline(false)
      const { latitude, longitude } = vehicle.state
      options.onArrival?.({ deviceIdentifier, latitude, longitude, atMs: nowMs })
    }
    if (alarmIntervalMs > 0 && alarms.chance(stepMs / alarmIntervalMs)) raiseAlarm(nowMs)
  }

  function raiseAlarm(nowMs: number): void {
    const awake = [...members.values()].filter(
      ({ device, vehicle }) => !device.isSilent && vehicle.state.phase !== 'parked',
    )
    const chosen = awake[Math.floor(alarms.unit() * awake.length)]
    const kind = alarmOf(alarms.unit(), (chosen?.vehicle.state.speedKmh ?? 0) > 20)
    if (chosen === undefined) return
    if (kind === 'low_battery') chosen.vehicle.drainBattery(14)
    chosen.device.raise(kind, nowMs)
  }

  function tick(): void {
    const nowMs = clock.now()
    if (nowMs - steppedToMs > longestCatchUpMs) steppedToMs = nowMs - stepMs
    while (steppedToMs + stepMs <= nowMs) {
      steppedToMs += stepMs
      step(steppedToMs)
    }
    cancelTick = clock.schedule(tick, stepMs)
  }

  return {
    start() {
      if (hasStarted) throw new Error('A simulator starts once')
      hasStarted = true
      steppedToMs = clock.now()
      for (const spec of vehicles) members.set(spec.deviceIdentifier, createMember(spec, steppedToMs))
      cancelTick = clock.schedule(tick, stepMs)
    },
    stop() {
      cancelTick?.()
      cancelTick = null
      for (const { link } of members.values()) link.goOffline()
    },
    direct(deviceIdentifier, place, standSeconds = 240) {
      const member = members.get(deviceIdentifier)
      if (member === undefined) return 'unknown_device'
      if (!member.vehicle.direct(place, standSeconds)) return 'unreachable'
      member.device.keepOnline(true)
      return 'accepted'
    },
    states: () =>
      [...members.values()].map(({ deviceIdentifier, vehicle, device, link }) => ({
        ...vehicle.state,
        deviceIdentifier,
        isConnected: link.isConnected,
        isSilent: device.isSilent,
        link: { ...link.counts },
      })),
  }
}

function alarmOf(lot: number, isMoving: boolean): AlarmKind {
  if (lot < 0.5) return isMoving ? 'overspeed' : 'low_battery'
  return lot < 0.8 ? 'low_battery' : 'sos'
}
