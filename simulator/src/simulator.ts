import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Coordinates, RoadGraph } from '@rumbo/geo'
import { deviceSides } from '@rumbo/protocols'
import type { Transport } from '@rumbo/protocols/protocol'
import { alarmFor, canSendAlarm, isPlausible } from './alarms.ts'
import type { SimulatorClock } from './clock.ts'
import { executeCommand } from './commands.ts'
import { createDevice, type Device } from './device.ts'
import {
  type CommandOutcome,
  createConnectionRateLimit,
  type DeviceLink,
  type LinkCounts,
  type SimulatorLog,
} from './device-link.ts'
import { createFramedLink } from './framed-link.ts'
import { cause, type Incident } from './incidents.ts'
import { createOsmandLink } from './osmand-link.ts'
import { createRandom } from './random.ts'
import { createVehicle, type Vehicle, type VehicleState } from './vehicle.ts'
import type { VehicleKind } from './vehicle-kinds.ts'

export interface SimulatedVehicle {
  /** Most protocols: an IMEI of 15 digits. OsmAnd: any text. */
  deviceIdentifier: string
  protocol: DeviceProtocol
  /** Default TCP; OsmAnd comes by HTTP. */
  transport?: Transport
  kind: VehicleKind
  home?: Coordinates
  /** Default: at home. */
  place?: Coordinates
  /** At the start; the percentages are of the tank and of the tracker's own battery. */
  odometerMetres?: number
  fuelPercent?: number
  batteryPercent?: number
  /**
   * Default: one of 16 vehicles is parked and one is patchy (offline for over 10 minutes), chosen by the seed.
   * A faulty one sends impossible places, dates and speeds.
   */
  behaviour?: Behaviour
  /** OsmAnd only. */
  secret?: string
  /** OsmAnd only: the driver's card in the reader, and trouble codes of the engine (`P0301,P0420`). */
  driverCard?: string
  troubleCodes?: string
}

export const behaviours = ['roaming', 'parked', 'patchy', 'faulty'] as const
export type Behaviour = (typeof behaviours)[number]

export interface SimulatorOptions {
  graph: RoadGraph
  vehicles: readonly SimulatedVehicle[]
  gateway: { host: string; ports: Readonly<Partial<Record<DeviceProtocol, number>>> }
  clock: SimulatorClock
  seed: number | string
  /** Of the random alarms. Default: `seed`. */
  alarmSeed?: number | string
  /** Between two reports of a moving vehicle, with a jitter of 15 %. Default: 2,000. */
  reportIntervalMs?: number
  /** Mean time between two random alarms of the whole fleet; 0: none. Default: 10 minutes. */
  alarmIntervalMs?: number
  /** Of all devices together. Default: 1,000. */
  connectionsPerSecond?: number
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
  readonly isOffline: boolean
  readonly link: Readonly<LinkCounts>
}

export type DirectionOutcome = 'accepted' | 'unknown_device' | 'unreachable'
export type AlarmOutcome = 'accepted' | 'unknown_device' | 'not_sent'

export interface Simulator {
  /** Throws if it was started before. */
  start(): void
  /** Closes every connection and discards unacknowledged reports. */
  stop(): void
  /**
   * Sends a vehicle to a place, instead of its current destination. It stands there for `standSeconds` (default: 240),
   * then drives to random places until it is directed again.
   */
  direct(deviceIdentifier: string, place: Coordinates, standSeconds?: number): DirectionOutcome
  /** Makes a device send an alarm, as soon as it is plausible at its speed. `not_sent`: it is offline or its protocol has no code for it. */
  raise(deviceIdentifier: string, kind: AlarmKind): AlarmOutcome
  /** Makes a vehicle do something that becomes an event without an alarm, as soon as it drives. */
  cause(deviceIdentifier: string, incident: Incident): AlarmOutcome
  states(): SimulatedState[]
}

interface FleetMember {
  deviceIdentifier: string
  vehicle: Vehicle
  device: Device
  link: DeviceLink
  protocol: DeviceProtocol
  /** The alarm to send as soon as it is plausible. */
  pendingAlarm: AlarmKind | null
  /** The incident to cause as soon as it is possible. */
  pendingIncident: Incident | null
}

const stepMs = 500
/** After a longer gap, such as a suspended machine, the fleet continues from now. */
const longestCatchUpMs = 30_000
const powerCutSeconds = 300
/** A larger fleet is moved in batches, so that its reports are spread over the step. */
const batching = { minVehicles: 500, batches: 10 }

/** Creates a fleet that drives on the streets of a graph and reports to a gateway over real sockets. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const {
    graph,
    vehicles,
    gateway,
    clock,
    seed,
    alarmSeed = seed,
    reportIntervalMs = 2_000,
    alarmIntervalMs = 600_000,
    connectionsPerSecond = 1_000,
  } = options
  const alarms = createRandom(alarmSeed, 'alarms')
  const connectionRateLimit = createConnectionRateLimit(clock, connectionsPerSecond)
  const members = new Map<string, FleetMember>()
  const batches = vehicles.length >= batching.minVehicles ? batching.batches : 1
  const tickMs = stepMs / batches
  let fleet: FleetMember[] = []
  let steppedToMs = 0
  let steps = 0
  let cancelTick: (() => void) | null = null
  let hasStarted = false

  function createMember(spec: SimulatedVehicle, startMs: number): FleetMember {
    const { deviceIdentifier, protocol, kind, home, place, secret, driverCard, troubleCodes } = spec
    const { odometerMetres, fuelPercent, batteryPercent } = spec
    const stream = (purpose: string) => createRandom(seed, `${purpose}/${deviceIdentifier}`)
    const chance = stream('behaviour').unit()
    const behaviour = spec.behaviour ?? (chance < 1 / 16 ? 'parked' : chance < 2 / 16 ? 'patchy' : 'roaming')
    const isParked = behaviour === 'parked'
    const vehicle = createVehicle({
      graph,
      kind,
      isParked,
      random: stream('drive'),
      home,
      place,
      odometerMetres,
      fuelPercent,
      batteryPercent,
    })
    let device: Device | null = null
    const onCommand = (type: CommandType | null, text: string): CommandOutcome => {
      if (device === null) throw new Error('A command arrived before the device was created')
      const isDone = executeCommand(vehicle, device, protocol, type, text)
      return { isDone, measured: device.measureNow(clock.now()) }
    }
    const port = gateway.ports[protocol]
    if (port === undefined) throw new Error(`The gateway has no port for ${protocol}`)
    const linkOptions = {
      deviceIdentifier,
      host: gateway.host,
      port,
      clock,
      random: stream('link'),
      log: options.log,
      connectionRateLimit,
      onCommand,
      secret,
      driverCard,
      troubleCodes,
    }
    const side = deviceSides.find((known) => known.protocol === protocol)
    const link = side
      ? createFramedLink(side, spec.transport ?? 'tcp', linkOptions)
      : createOsmandLink(linkOptions)
    const isPatchy = behaviour === 'patchy'
    device = createDevice({
      vehicle,
      link,
      random: stream('device'),
      startMs,
      reportIntervalMs,
      isPatchy,
      isFaulty: behaviour === 'faulty',
    })
    return { deviceIdentifier, vehicle, device, link, protocol, pendingAlarm: null, pendingIncident: null }
  }

  /** Advances one batch of the fleet by a step. */
  function step(nowMs: number): void {
    const batch = steps % batches
    steps += 1
    for (let at = batch; at < fleet.length; at += batches) {
      const member = fleet[at]
      if (member) move(member, nowMs)
    }
    if (alarmIntervalMs > 0 && alarms.chance(tickMs / alarmIntervalMs)) raiseAlarm(nowMs)
  }

  function move(member: FleetMember, nowMs: number): void {
    const { deviceIdentifier, vehicle, device, link, pendingAlarm } = member
    vehicle.step(stepMs / 1_000)
    device.step(nowMs)
    if (pendingAlarm !== null && isPlausible(pendingAlarm, vehicle.state.speedKmh))
      raise(member, pendingAlarm, nowMs)
    if (member.pendingIncident !== null && cause(member.pendingIncident, vehicle, device, nowMs))
      member.pendingIncident = null
    link.check()
    if (!vehicle.takeArrival()) return
    device.keepOnline(false)
    const { latitude, longitude } = vehicle.state
    options.onArrival?.({ deviceIdentifier, latitude, longitude, atMs: nowMs })
  }

  function raiseAlarm(nowMs: number): void {
    const online = [...members.values()].filter(
      ({ device, vehicle }) => !device.isOffline && vehicle.state.phase !== 'parked',
    )
    const chosen = online[Math.floor(alarms.unit() * online.length)]
    if (chosen === undefined) return
    raise(chosen, alarmFor(chosen.protocol, chosen.vehicle.state.speedKmh, alarms.unit()), nowMs)
  }

  /** Sends an alarm and makes its cause true: a low battery, a missing supply. */
  function raise(member: FleetMember, kind: AlarmKind, nowMs: number): void {
    const { vehicle, device } = member
    member.pendingAlarm = null
    if (kind === 'low_battery') vehicle.drainBattery(14)
    if (kind === 'power_cut') vehicle.cutPower(powerCutSeconds)
    device.raise(kind, nowMs)
  }

  function tick(): void {
    const nowMs = clock.now()
    if (nowMs - steppedToMs > longestCatchUpMs) steppedToMs = nowMs - tickMs
    while (steppedToMs + tickMs <= nowMs) {
      steppedToMs += tickMs
      step(steppedToMs)
    }
    cancelTick = clock.schedule(tick, tickMs)
  }

  return {
    start() {
      if (hasStarted) throw new Error('The simulator was already started')
      hasStarted = true
      steppedToMs = clock.now()
      for (const spec of vehicles) members.set(spec.deviceIdentifier, createMember(spec, steppedToMs))
      fleet = [...members.values()]
      cancelTick = clock.schedule(tick, tickMs)
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
    raise(deviceIdentifier, kind) {
      const member = members.get(deviceIdentifier)
      if (member === undefined) return 'unknown_device'
      if (member.device.isOffline || !canSendAlarm(member.protocol, kind)) return 'not_sent'
      member.pendingAlarm = kind
      return 'accepted'
    },
    cause(deviceIdentifier, incident) {
      const member = members.get(deviceIdentifier)
      if (member === undefined) return 'unknown_device'
      if (member.device.isOffline) return 'not_sent'
      member.pendingIncident = incident
      return 'accepted'
    },
    states: () =>
      [...members.values()].map(({ deviceIdentifier, vehicle, device, link }) => ({
        ...vehicle.state,
        deviceIdentifier,
        isConnected: link.isConnected,
        isOffline: device.isOffline,
        link: { ...link.counts },
      })),
  }
}
