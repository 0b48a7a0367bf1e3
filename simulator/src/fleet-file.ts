import { type AlarmKind, alarmKinds, deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import type { Coordinates } from '@rumbo/geo'
import { deviceSides } from '@rumbo/protocols'
import { type Incident, incidents } from './incidents.ts'
import { behaviours, type SimulatedVehicle } from './simulator.ts'
import { vehicleKinds } from './vehicle-kinds.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

function readPlace(value: unknown, what: string): Coordinates {
  const { latitude, longitude } = isFields(value) ? value : {}
  const isPlace =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  if (!isPlace) throw new Error(`${what} needs a latitude and a longitude in degrees`)
  return { latitude, longitude }
}

const isPercent = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100

function readVehicle(value: unknown, at: number): SimulatedVehicle {
  const what = `vehicle ${at + 1}`
  if (!isFields(value)) throw new Error(`${what} is not an object`)
  const {
    deviceIdentifier,
    protocol,
    transport,
    kind = 'car',
    home,
    place,
    behaviour,
    secret,
    driverCard,
    troubleCodes,
  } = value
  const { odometerMetres, fuelPercent, batteryPercent } = value
  if (typeof deviceIdentifier !== 'string' || deviceIdentifier === '')
    throw new Error(`${what} has no deviceIdentifier`)
  const knownProtocol = deviceProtocols.find((known) => known === protocol)
  if (knownProtocol === undefined)
    throw new Error(`the protocol of ${what} is none of ${deviceProtocols.join(', ')}`)
  const side = deviceSides.find((known) => known.protocol === knownProtocol)
  if (side && !side.isIdentifier(deviceIdentifier))
    throw new Error(
      `the deviceIdentifier of ${what} is not valid for ${knownProtocol}: most protocols require an IMEI of 15 digits`,
    )
  const knownTransport = side?.transports.find((known) => known === transport)
  if (transport !== undefined && knownTransport === undefined)
    throw new Error(`the transport of ${what} is not one of ${knownProtocol}`)
  const knownKind = vehicleKinds.find((known) => known === kind)
  if (knownKind === undefined) throw new Error(`the kind of ${what} is none of ${vehicleKinds.join(', ')}`)
  const knownBehaviour = behaviours.find((known) => known === behaviour)
  if (behaviour !== undefined && knownBehaviour === undefined) {
    throw new Error(`the behaviour of ${what} is none of ${behaviours.join(', ')}`)
  }
  if (secret !== undefined && typeof secret !== 'string') throw new Error(`the secret of ${what} is not text`)
  for (const [name, text] of Object.entries({ driverCard, troubleCodes }))
    if (text !== undefined && typeof text !== 'string') throw new Error(`the ${name} of ${what} is not text`)
  return {
    deviceIdentifier,
    protocol: knownProtocol,
    kind: knownKind,
    transport: knownTransport,
    home: home === undefined ? undefined : readPlace(home, `the home of ${what}`),
    place: place === undefined ? undefined : readPlace(place, `the place of ${what}`),
    odometerMetres: typeof odometerMetres === 'number' && odometerMetres >= 0 ? odometerMetres : undefined,
    behaviour: knownBehaviour,
    secret,
    driverCard: typeof driverCard === 'string' ? driverCard : undefined,
    troubleCodes: typeof troubleCodes === 'string' ? troubleCodes : undefined,
    fuelPercent: isPercent(fuelPercent) ? fuelPercent : undefined,
    batteryPercent: isPercent(batteryPercent) ? batteryPercent : undefined,
  }
}

/** Reads `{"vehicles": [...]}`. Throws an Error whose message completes "The fleet cannot be read: …". */
export function parseFleet(text: string): SimulatedVehicle[] {
  const fleet = parseJson(text)
  if (!isFields(fleet) || !Array.isArray(fleet.vehicles)) throw new Error('it holds no list "vehicles"')
  const vehicles = fleet.vehicles.map(readVehicle)
  const known = new Set<string>()
  for (const { deviceIdentifier } of vehicles) {
    if (known.has(deviceIdentifier))
      throw new Error(`the deviceIdentifier ${deviceIdentifier} is listed twice`)
    known.add(deviceIdentifier)
  }
  return vehicles
}

export interface Direction extends Coordinates {
  deviceIdentifier: string
  standSeconds?: number
}

export interface Raise {
  deviceIdentifier: string
  kind: AlarmKind
}

/** Reads `{"raise": {"deviceIdentifier", "kind"}}`; null for a line that raises nothing. */
export function parseRaise(line: string): Raise | null {
  const message = parseJson(line)
  const raise = isFields(message) ? message.raise : undefined
  if (raise === undefined) return null
  const { deviceIdentifier, kind } = isFields(raise) ? raise : {}
  const known = alarmKinds.find((name) => name === kind)
  if (typeof deviceIdentifier !== 'string' || known === undefined)
    throw new Error('an alarm needs a deviceIdentifier and a kind')
  return { deviceIdentifier, kind: known }
}

export interface Cause {
  deviceIdentifier: string
  incident: Incident
}

/** Reads `{"cause": {"deviceIdentifier", "incident"}}`; null for a line that causes nothing. */
export function parseCause(line: string): Cause | null {
  const message = parseJson(line)
  const caused = isFields(message) ? message.cause : undefined
  if (caused === undefined) return null
  const { deviceIdentifier, incident } = isFields(caused) ? caused : {}
  const known = incidents.find((name) => name === incident)
  if (typeof deviceIdentifier !== 'string' || known === undefined)
    throw new Error(`an incident needs a deviceIdentifier and one of ${incidents.join(', ')}`)
  return { deviceIdentifier, incident: known }
}

/**
 * Reads `{"direct": {"deviceIdentifier", "latitude", "longitude", "standSeconds"}}`, the last one optional.
 * Throws an Error with the reason.
 */
export function parseDirection(line: string): Direction {
  const message = parseJson(line)
  const direct = isFields(message) ? message.direct : undefined
  if (!isFields(direct) || typeof direct.deviceIdentifier !== 'string')
    throw new Error('it contains no direction and no alarm')
  const { deviceIdentifier, standSeconds } = direct
  const place = readPlace(direct, 'the direction')
  if (standSeconds === undefined) return { deviceIdentifier, ...place }
  if (typeof standSeconds !== 'number' || !(standSeconds >= 0))
    throw new Error('standSeconds is not a duration')
  return { deviceIdentifier, ...place, standSeconds }
}
