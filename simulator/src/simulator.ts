import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind, DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Coordinates, RoadGraph } from '@rumbo/geo'
import { deviceSides } from '@rumbo/protocols'
import type { Transport } from '@rumbo/protocols/protocol'
import { alarmFor, canSendAlarm, fits } from './alarms.ts'
import type { SimulatorClock } from './clock.ts'
import { createDevice, type Device } from './device.ts'
import {
  type CommandOutcome,
  createConnectionRateLimit,
  type DeviceLink,
  type LinkCounts,
  type SimulatorLog,
} from './device-link.ts'
import { createFramedLink } from './framed-link.ts'
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
  /** Where it begins, if not at home. */
  place?: Coordinates
  /** With which it begins; the percentages are of the tank and of the tracker's own battery. */
  odometerMetres?: number
  fuelPercent?: number
  batteryPercent?: number
  /**
   * Default: the seed makes about one in sixteen parked and one in sixteen patchy (silent for over 10 minutes).
   * A faulty one states places, dates and speeds that cannot be.
   */
  behaviour?: Behaviour
  /** OsmAnd only. */
  secret?: string
}

export const behaviours = ['roaming', 'parked', 'patchy', 'faulty'] as const
export type Behaviour = (typeof behaviours)[number]

export interface SimulatorOptions {
  graph: RoadGraph
  vehicles: readonly SimulatedVehicle[]
  gateway: { host: string; ports: Readonly<Partial<Record<DeviceProtocol, number>>> }
  clock: SimulatorClock
  seed: number | string
  /** Between two reports of a moving vehicle, jittered by 15 %. Default 2,000. */
  reportIntervalMs?: number
  /** Between two alarms that befall the whole fleet, on average. Default 10 minutes; 0 for none. */
  alarmIntervalMs?: number
  /** Default 1,000, over all devices. */
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
  readonly isSilent: boolean
  readonly link: Readonly<LinkCounts>
}

export type DirectionOutcome = 'accepted' | 'unknown_device' | 'unreachable'
export type AlarmOutcome = 'accepted' | 'unknown_device' | 'untold'

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
  /** Has a device tell of an alarm, of speed once it is on the road; `untold` where it is silent or its protocol has no word for it. */
  raise(deviceIdentifier: string, kind: AlarmKind): AlarmOutcome
  states(): SimulatedState[]
}

interface FleetMember {
  deviceIdentifier: string
  vehicle: Vehicle
  device: Device
  link: DeviceLink
  protocol: DeviceProtocol
  /** To be told as soon as it is true. */
  waiting: AlarmKind | null
}

const stepMs = 500
/** After a longer gap (the machine slept) the fleet goes on from now. */
const longestCatchUpMs = 30_000
/** A larger fleet is moved in turns, so that its reports do not come all at once. */
const powerCutSeconds = 300
const fleetInTurns = { from: 500, turns: 10 }

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
    connectionsPerSecond = 1_000,
  } = options
  const alarms = createRandom(seed, 'alarms')
  const connectionRateLimit = createConnectionRateLimit(clock, connectionsPerSecond)
  const members = new Map<string, FleetMember>()
  const turns = vehicles.length >= fleetInTurns.from ? fleetInTurns.turns : 1
  const tickMs = stepMs / turns
  let ring: FleetMember[] = []
  let steppedToMs = 0
  let steps = 0
  let cancelTick: (() => void) | null = null
  let hasStarted = false

  function createMember(spec: SimulatedVehicle, startMs: number): FleetMember {
    const { deviceIdentifier, protocol, kind, home, place, secret } = spec
    const { odometerMetres, fuelPercent, batteryPercent } = spec
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
      ...(place === undefined ? {} : { place }),
      ...(odometerMetres === undefined ? {} : { odometerMetres }),
      ...(fuelPercent === undefined ? {} : { fuelPercent }),
      ...(batteryPercent === undefined ? {} : { batteryPercent }),
    })
    let device: Device | null = null
    const onCommand = (type: CommandType | null, text: string): CommandOutcome => {
      if (device === null) throw new Error('A device without a link was told something')
      const isDone = executeCommand(vehicle, device, protocol, type, text)
      return { isDone, measured: device.measureNow(clock.now()) }
    }
    const port = gateway.ports[protocol]
    if (port === undefined) throw new Error(`No port of the gateway is known for ${protocol}`)
    const linkOptions = {
      deviceIdentifier,
      host: gateway.host,
      port,
      clock,
      random: stream('link'),
      log: options.log,
      connectionRateLimit,
      onCommand,
      ...(secret === undefined ? {} : { secret }),
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
    return { deviceIdentifier, vehicle, device, link, protocol, waiting: null }
  }

  /** Moves one turn of the fleet on by a step. */
  function step(nowMs: number): void {
    const turn = steps % turns
    steps += 1
    for (let at = turn; at < ring.length; at += turns) {
      const member = ring[at]
      if (member) move(member, nowMs)
    }
    if (alarmIntervalMs > 0 && alarms.chance(tickMs / alarmIntervalMs)) raiseAlarm(nowMs)
  }

  function move(member: FleetMember, nowMs: number): void {
    const { deviceIdentifier, vehicle, device, link, waiting } = member
    vehicle.step(stepMs / 1_000)
    device.step(nowMs)
    if (waiting !== null && fits(waiting, vehicle.state.speedKmh)) raise(member, waiting, nowMs)
    link.check()
    if (!vehicle.takeArrival()) return
    device.keepOnline(false)
    const { latitude, longitude } = vehicle.state
    options.onArrival?.({ deviceIdentifier, latitude, longitude, atMs: nowMs })
  }

  function raiseAlarm(nowMs: number): void {
    const awake = [...members.values()].filter(
      ({ device, vehicle }) => !device.isSilent && vehicle.state.phase !== 'parked',
    )
    const chosen = awake[Math.floor(alarms.unit() * awake.length)]
    if (chosen === undefined) return
    raise(chosen, alarmFor(chosen.protocol, chosen.vehicle.state.speedKmh, alarms.unit()), nowMs)
  }

  /** What it tells of is so: the battery is low, the supply is gone. */
  function raise(member: FleetMember, kind: AlarmKind, nowMs: number): void {
    const { vehicle, device } = member
    member.waiting = null
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
      if (hasStarted) throw new Error('A simulator starts once')
      hasStarted = true
      steppedToMs = clock.now()
      for (const spec of vehicles) members.set(spec.deviceIdentifier, createMember(spec, steppedToMs))
      ring = [...members.values()]
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
      if (member.device.isSilent || !canSendAlarm(member.protocol, kind)) return 'untold'
      member.waiting = kind
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

/** Where the text that sets a speed limit has it; some count in knots. */
const speedLimits: Readonly<Partial<Record<DeviceProtocol, { pattern: RegExp; kmh: number }>>> = {
  gt06: { pattern: /^SPEED,\w+,\d+,(\d+)/, kmh: 1 },
  gps103: { pattern: /,H,(\d+)/, kmh: 1 },
  h02: { pattern: /,S14,\d+,(\d+)/, kmh: 1.852 },
  queclink: { pattern: /GTSPD=[^,]*,2,0,(\d+)/, kmh: 1 },
  teltonika: { pattern: /^setparam \d+:(\d+)/, kmh: 1 },
}

/** Does what a command says, as far as a tracker and its vehicle can; false for a command nobody understands. */
function executeCommand(
  vehicle: Vehicle,
  device: Device,
  protocol: DeviceProtocol,
  type: CommandType | null,
  text: string,
): boolean {
  if (type === null) return false
  if (type === 'stop_engine' || type === 'resume_engine') vehicle.setEngineBlocked(type === 'stop_engine')
  if (type === 'gps_position' || type === 'request_location' || type === 'status_query') device.reportSoon()
  if (type === 'factory_reset') device.setSpeedLimit(null)
  if (type === 'set_speed_limit') {
    const limit = speedLimits[protocol]
    const stated = limit?.pattern.exec(text)?.[1]
    if (limit && stated) device.setSpeedLimit(Number(stated) * limit.kmh)
  }
  return true
}
