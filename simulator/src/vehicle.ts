import { type Coordinates, distanceMetres, headingDifferenceDegrees, type RoadGraph } from '@rumbo/geo'
import { createDrive, type Drive, type Manoeuvre } from './drive.ts'
import type { Random } from './random.ts'
import { traitsOfKind, type VehicleKind } from './vehicle-kinds.ts'

/**
 * A vehicle and its driver. It stands (dwells) at a place, then drives to the next: one it was directed to, else one
 * of its own choice near home. While standing the engine goes off after a while, and the tank is filled when it is
 * low. A parked vehicle stays where it is until it is directed.
 */
export interface Vehicle {
  step(seconds: number): void
  /** Drives there at once and stands there with the engine on; false without a route. */
  direct(place: Coordinates, standSeconds: number): boolean
  setEngineBlocked(isBlocked: boolean): void
  /** Drains the tracker's own battery, as before a low battery alarm. */
  drainBattery(toPercent: number): void
  drainTank(toPercent: number): void
  /**
   * Drives these manoeuvres; false where the vehicle does not drive, or has too little of its way left. After a crash it
   * stands for long with the engine off.
   */
  force(manoeuvres: readonly Manoeuvre[], isCrash: boolean): boolean
  /** Disconnects the vehicle's supply for a while: the tracker then runs on its own battery. */
  cutPower(seconds: number): void
  /** True once, in the step in which a directed drive ended. */
  takeArrival(): boolean
  readonly state: VehicleState
}

export interface VehicleState {
  latitude: number
  longitude: number
  phase: 'driving' | 'waiting' | 'standing' | 'parked'
  isDirected: boolean
  street: string
  speedKmh: number
  speedLimitKmh: number
  headingDegrees: number
  odometerMetres: number
  ignition: boolean
  isEngineBlocked: boolean
  /** The tracker's own battery, 0 to 100. */
  batteryPercent: number
  /** Volts of the vehicle's supply. */
  powerVolts: number
  /** 0 to 100. */
  fuelPercent: number
  engineHours: number
  /** °C */
  coolantTemperature: number
  /** Of vans and trucks. */
  cargo: { temperature: number; humidityPercent: number; isDoorOpen: boolean } | null
}

export interface VehicleOptions {
  graph: RoadGraph
  kind: VehicleKind
  /** Start, and centre of the area it drives in. Default: a random place of the region. */
  home?: Coordinates
  /** Default: at home. */
  place?: Coordinates
  /** Default: random, of a used vehicle. */
  odometerMetres?: number
  /** 0 to 100. Default: random above 25. */
  fuelPercent?: number
  /** 0 to 100. Default: random above 70. */
  batteryPercent?: number
  isParked: boolean
  random: Random
}

const roamingMetres = { near: 1_200, far: 7_000, fromHome: 9_000 }
const engineOffAfterSeconds = 20
/** Of a way on which manoeuvres are possible. */
const manoeuvreMetres = 1_500
/** After a crash: until the engine stops, and until the vehicle drives again. */
const crash = { engineOffSeconds: 6, standSeconds: 1_500 }
const lowFuelPercent = 15
/** Of a vehicle's life, to state engine hours that fit its odometer. */
const meanKmh = 27

/** Places a vehicle on its first street. Throws where the graph has no street near its home. */
export function createVehicle({
  graph,
  kind,
  home,
  place,
  odometerMetres,
  fuelPercent,
  batteryPercent,
  isParked,
  random,
}: VehicleOptions): Vehicle {
  const traits = traitsOfKind[kind]
  const snapped = graph.snap(home ?? anyPlace(graph, random))
  if (snapped === null) throw new Error('No street of the region is near the home of a simulated vehicle')
  const centre: Coordinates = snapped
  const start = (place && graph.snap(place)) ?? snapped
  let drive: Drive | null = null
  let standSeconds = isParked ? Number.POSITIVE_INFINITY : random.between(2, random.chance(0.75) ? 25 : 240)
  let stoodSeconds = isParked ? 3_600 : 0
  let idleSeconds = engineOffAfterSeconds
  let directedStandSeconds = 0
  let hasArrived = false
  let withoutPowerSeconds = 0
  let isCrashing = false
  const state: VehicleState = {
    latitude: start.latitude,
    longitude: start.longitude,
    phase: isParked ? 'parked' : 'standing',
    isDirected: false,
    street: start.street,
    speedKmh: 0,
    speedLimitKmh: 50,
    headingDegrees: random.between(0, 360),
    odometerMetres: odometerMetres ?? Math.round(random.between(4_000, 180_000)) * 1_000,
    ignition: !isParked,
    isEngineBlocked: false,
    batteryPercent: batteryPercent ?? random.between(70, 100),
    powerVolts: 12.6,
    fuelPercent: fuelPercent ?? random.between(25, 95),
    engineHours: 0,
    coolantTemperature: isParked ? 22 : 60,
    cargo:
      kind === 'van' || kind === 'truck'
        ? { temperature: 3.5, humidityPercent: 58, isDoorOpen: false }
        : null,
  }
  state.engineHours = state.odometerMetres / 1_000 / meanKmh

  function startDrive(to: Coordinates, isDirected: boolean): boolean {
    const route = graph.route(state, to)
    if (route === null) return false
    const heading = state.headingDegrees
    const fresh = createDrive(route, traits, random, state.speedKmh)
    const isTurning = headingDifferenceDegrees(heading, fresh.headingDegrees) > 60
    drive = isTurning && state.speedKmh > 0 ? createDrive(route, traits, random) : fresh
    drive.setBlocked(state.isEngineBlocked)
    state.isDirected = isDirected
    state.phase = 'driving'
    state.ignition = true
    return true
  }

  function roam(): void {
    for (let attempt = 0; attempt < 12; attempt++) {
      const place = anyPlace(graph, random)
      const metres = distanceMetres(state, place)
      const isNear = metres >= roamingMetres.near && metres <= roamingMetres.far
      if (attempt < 11 && !(isNear && distanceMetres(centre, place) <= roamingMetres.fromHome)) continue
      if (startDrive(place, false)) return
    }
  }

  function stand(): void {
    hasArrived = state.isDirected
    standSeconds = state.isDirected
      ? directedStandSeconds
      : random.between(45, random.chance(0.3) ? 720 : 180)
    idleSeconds = state.isDirected ? standSeconds : engineOffAfterSeconds
    stoodSeconds = 0
    state.isDirected = false
    state.phase = 'standing'
    drive = null
    state.speedKmh = 0
  }

  function continueStanding(seconds: number): void {
    stoodSeconds += seconds
    const isLeaving = stoodSeconds >= standSeconds
    state.ignition = state.phase !== 'parked' && stoodSeconds < idleSeconds
    if (!isLeaving || state.isEngineBlocked) return
    if (state.fuelPercent < lowFuelPercent) state.fuelPercent = random.between(85, 100)
    roam()
  }

  function continueDrive(current: Drive, seconds: number): void {
    const before = current.drivenMetres
    current.step(seconds)
    const metres = current.drivenMetres - before
    const { latitude, longitude } = current.place
    state.latitude = latitude
    state.longitude = longitude
    state.street = current.street
    state.speedKmh = current.speedKmh
    state.speedLimitKmh = current.speedLimitKmh
    if (metres > 0) state.headingDegrees = current.headingDegrees
    state.odometerMetres += metres
    state.fuelPercent = Math.max(1, state.fuelPercent - (metres / 1_000) * traits.fuelPercentPerKm)
    state.phase = current.isWaiting ? 'waiting' : 'driving'
    if (current.isFinished) stand()
    if (!isCrashing || state.speedKmh > 0) return
    isCrashing = false
    stand()
    standSeconds = crash.standSeconds
    idleSeconds = crash.engineOffSeconds
  }

  /** Updates the tracker's supply: its battery charges while the engine runs and drains without power. */
  function updatePower(seconds: number): void {
    const minutes = seconds / 60
    withoutPowerSeconds = Math.max(0, withoutPowerSeconds - seconds)
    const change = withoutPowerSeconds > 0 ? -1.5 : state.ignition ? 0.8 : -0.05
    const own = kind === 'scooter' ? state.fuelPercent : state.batteryPercent + change * minutes
    state.batteryPercent = Math.max(5, Math.min(100, own))
    state.powerVolts = withoutPowerSeconds > 0 ? 0.1 : state.ignition ? 13.9 : 12.5
  }

  /** The cooled cargo area warms up while its door is open, which it is for a while after each stop. */
  function updateSensors(seconds: number): void {
    const minutes = seconds / 60
    if (state.ignition) state.engineHours += minutes / 60
    state.coolantTemperature +=
      ((state.ignition ? 89 : 22) - state.coolantTemperature) * Math.min(1, minutes / 6)
    if (state.cargo === null) return
    const isDoorOpen = drive === null && stoodSeconds > 20 && stoodSeconds < 140
    const wanted = isDoorOpen ? 16 : 3.5
    const pace = Math.min(1, minutes / (isDoorOpen ? 12 : 8))
    const temperature = state.cargo.temperature + (wanted - state.cargo.temperature) * pace
    const humidityPercent = 58 + (temperature - 3.5) * 2.5
    state.cargo = { temperature, humidityPercent, isDoorOpen }
  }

  return {
    state,
    step(seconds) {
      if (drive === null) continueStanding(seconds)
      else continueDrive(drive, seconds)
      const minutes = seconds / 60
      if (state.ignition && state.speedKmh < 1) state.fuelPercent -= minutes * traits.fuelPercentPerIdleMinute
      state.fuelPercent = Math.max(1, state.fuelPercent)
      updatePower(seconds)
      updateSensors(seconds)
    },
    direct(place, seconds) {
      directedStandSeconds = seconds
      return startDrive(place, true)
    },
    setEngineBlocked(isBlocked) {
      state.isEngineBlocked = isBlocked
      drive?.setBlocked(isBlocked)
    },
    drainBattery(toPercent) {
      state.batteryPercent = Math.min(state.batteryPercent, toPercent)
      if (kind === 'scooter') state.fuelPercent = Math.min(state.fuelPercent, toPercent)
    },
    drainTank(toPercent) {
      state.fuelPercent = Math.min(state.fuelPercent, toPercent)
    },
    force(manoeuvres, isCrash) {
      if (drive === null || state.isDirected || drive.leftMetres < manoeuvreMetres) return false
      drive.force(manoeuvres)
      isCrashing = isCrash
      return true
    },
    cutPower(seconds) {
      withoutPowerSeconds = seconds
    },
    takeArrival() {
      const result = hasArrived
      hasArrived = false
      return result
    },
  }
}

/** A random node of the connected main part of the graph. */
export function anyPlace({ network, isInMainPart }: RoadGraph, random: Random): Coordinates {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const node = Math.floor(random.unit() * network.nodeCount)
    if (isInMainPart[node] !== 1) continue
    return { latitude: network.latitudes[node] as number, longitude: network.longitudes[node] as number }
  }
  throw new Error('The region has no connected streets')
}
