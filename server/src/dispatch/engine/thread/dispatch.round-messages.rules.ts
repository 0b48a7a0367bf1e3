import { costParts, exclusionReasons } from '@rumbo/contract/dispatch.contract'
import type { EngineVehicle } from '../dispatch.constraints.rules.ts'
import type { CostParts } from '../dispatch.cost.rules.ts'
import type { Compared, RoundFinding } from '../dispatch.levels.ts'
import type { TimesQuestion, TimesTo } from '../dispatch.round-drives.ts'

/*
 * Vehicles and findings as columns. Between threads a message of a few long arrays is copied ten times faster than one of
 * thousands of small objects.
 */

const vehicleNumbers = 13
const nothing = Number.NaN
const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
/** Texts of the few vehicles that have any, by their index. */
type Rare = [vehicle: number, texts: readonly string[]][]

export interface PackedVehicles {
  numbers: Float64Array
  vehicleIds: string[]
  driverIds: (string | null)[]
  types: string[]
  statuses: EngineVehicle['status'][]
  skills: Rare
  zones: Rare
  expired: Rare
  reserved: Rare
  reasons: Rare
}

const rareOf = (
  vehicles: readonly EngineVehicle[],
  of: (vehicle: EngineVehicle) => readonly string[] | undefined,
) =>
  vehicles.flatMap((vehicle, at): Rare => {
    const texts = of(vehicle)
    return texts !== undefined && texts.length > 0 ? [[at, texts]] : []
  })

/** All that the rules know of vehicles, save `cover`, which the thread computes itself. */
export function packVehicles(vehicles: readonly EngineVehicle[]): PackedVehicles {
  const numbers = new Float64Array(vehicles.length * vehicleNumbers)
  for (const [at, vehicle] of vehicles.entries()) {
    const { seats, loadKg, loadM3, place, fixAgeMs, freeIn, next, idle, isOffered, driver } = vehicle
    numbers.set(
      [
        seats ?? nothing,
        place?.latitude ?? nothing,
        place?.longitude ?? nothing,
        fixAgeMs ?? nothing,
        freeIn ?? nothing,
        next?.place.latitude ?? nothing,
        next?.place.longitude ?? nothing,
        next?.freeIn ?? nothing,
        idle,
        isOffered ? 1 : 0,
        // Without a driver, with one of an endless shift, or its end.
        driver ? (driver.shiftEndsIn ?? Number.POSITIVE_INFINITY) : nothing,
        loadKg ?? nothing,
        loadM3 ?? nothing,
      ],
      at * vehicleNumbers,
    )
  }
  return {
    numbers,
    vehicleIds: vehicles.map(({ vehicleId }) => vehicleId),
    driverIds: vehicles.map(({ driverId }) => driverId ?? null),
    types: vehicles.map(({ type }) => type),
    statuses: vehicles.map(({ status }) => status),
    skills: rareOf(vehicles, ({ skills }) => skills),
    zones: rareOf(vehicles, ({ zones }) => zones),
    expired: rareOf(vehicles, ({ expired }) => expired),
    reserved: rareOf(vehicles, ({ reservedServices }) => reservedServices),
    reasons: rareOf(vehicles, ({ driver }) => driver?.reasons),
  }
}

const placeAt = (numbers: Float64Array, at: number) => {
  const [latitude, longitude] = [numbers[at] as number, numbers[at + 1] as number]
  return Number.isNaN(latitude) ? null : { latitude, longitude }
}

export function unpackVehicles(packed: PackedVehicles): EngineVehicle[] {
  const { numbers, vehicleIds, driverIds, types, statuses } = packed
  const rare = (texts: Rare) => {
    const byVehicle = new Map(texts)
    return <Text extends string>(at: number) => (byVehicle.get(at) ?? none) as readonly Text[]
  }
  const [skills, zones, expired, reserved, reasons] = [
    rare(packed.skills),
    rare(packed.zones),
    rare(packed.expired),
    rare(packed.reserved),
    rare(packed.reasons),
  ]
  return vehicleIds.map((vehicleId, at) => {
    const first = at * vehicleNumbers
    const nextPlace = placeAt(numbers, first + 5)
    const endsIn = numbers[first + 10] as number
    const vehicle: EngineVehicle = {
      vehicleId,
      type: types[at] as string,
      status: statuses[at] as EngineVehicle['status'],
      seats: orNull(numbers[first]),
      loadKg: orNull(numbers[first + 11]),
      loadM3: orNull(numbers[first + 12]),
      skills: skills(at),
      place: placeAt(numbers, first + 1),
      fixAgeMs: orNull(numbers[first + 3]),
      freeIn: orNull(numbers[first + 4]),
      idle: numbers[first + 8] as number,
      isOffered: numbers[first + 9] === 1,
      reservedServices: reserved(at),
      driverId: driverIds[at] ?? null,
      zones: zones(at),
      expired: expired(at),
      driver: Number.isNaN(endsIn)
        ? null
        : { reasons: reasons(at), shiftEndsIn: Number.isFinite(endsIn) ? endsIn : null },
    }
    return nextPlace
      ? { ...vehicle, next: { place: nextPlace, freeIn: numbers[first + 7] as number } }
      : vehicle
  })
}
const none: readonly string[] = []

const comparedNumbers = 4 + costParts.length
/** Of each finding: its choice, three numbers, and the lengths of its four lists. */
const findingNumbers = 7

export interface PackedFindings {
  findings: Float64Array
  considered: Float64Array
  dearer: Int32Array
  /** Index of the reason, and vehicles. */
  excluded: Int32Array
  ending: Int32Array
}

export function packFindings(findings: readonly RoundFinding[]): PackedFindings {
  const numbers: number[] = []
  const considered: number[] = []
  for (const { choice, considered: compared, dearer, excluded, ending } of findings) {
    numbers.push(choice?.vehicle ?? nothing, choice?.arrival ?? nothing, choice?.place ?? nothing)
    numbers.push(compared.length, dearer.length, excluded.length, ending.length)
    for (const { vehicle, arrival, isEstimate, cost, parts } of compared) {
      considered.push(vehicle, arrival, isEstimate ? 1 : 0, cost)
      for (const part of costParts) considered.push(parts[part] ?? 0)
    }
  }
  const joined = (listOf: (finding: RoundFinding) => Iterable<number>) =>
    Int32Array.from(findings.flatMap((finding) => [...listOf(finding)]))
  return {
    findings: Float64Array.from(numbers),
    considered: Float64Array.from(considered),
    dearer: joined(({ dearer }) => dearer),
    excluded: joined(({ excluded }) =>
      excluded.flatMap(({ reason, vehicles }) => [exclusionReasons.indexOf(reason), vehicles]),
    ),
    ending: joined(({ ending }) => ending),
  }
}

function comparedAt(numbers: Float64Array, first: number): Compared {
  const parts: CostParts = {}
  for (const [at, part] of costParts.entries()) {
    const seconds = numbers[first + 4 + at] as number
    if (seconds !== 0) parts[part] = seconds
  }
  return {
    vehicle: numbers[first] as number,
    arrival: numbers[first + 1] as number,
    isEstimate: numbers[first + 2] === 1,
    cost: numbers[first + 3] as number,
    parts,
  }
}

export function unpackFindings(packed: PackedFindings): RoundFinding[] {
  const found: RoundFinding[] = []
  let [considered, dearer, excluded, ending] = [0, 0, 0, 0]
  for (let first = 0; first < packed.findings.length; first += findingNumbers) {
    const [vehicle = nothing, arrival = 0, place = 0, comparedCount = 0, dearerCount = 0, ...counts] =
      packed.findings.subarray(first, first + findingNumbers)
    const [excludedCount = 0, endingCount = 0] = counts
    const reasonAt = (at: number) => ({
      reason: exclusionReasons[packed.excluded[2 * at] as number] as (typeof exclusionReasons)[number],
      vehicles: packed.excluded[2 * at + 1] as number,
    })
    const comparedFrom = considered
    const excludedFrom = excluded
    found.push({
      choice: Number.isNaN(vehicle) ? null : { vehicle, arrival, place },
      considered: Array.from({ length: comparedCount }, (_, at) =>
        comparedAt(packed.considered, (comparedFrom + at) * comparedNumbers),
      ),
      dearer: packed.dearer.slice(dearer, dearer + dearerCount),
      excluded: Array.from({ length: excludedCount }, (_, at) => reasonAt(excludedFrom + at)),
      ending: [...packed.ending.subarray(ending, ending + endingCount)],
    })
    considered += comparedCount
    dearer += dearerCount
    excluded += excludedCount
    ending += endingCount
  }
  return found
}

export interface PackedQuestions {
  /** Latitudes and longitudes: of each question its sources, then its target. */
  places: Float64Array
  /** Sources of each question. */
  counts: Uint32Array
}

/** Questions to the road engine. */
export function packQuestions(questions: readonly TimesQuestion[]): PackedQuestions {
  const counts = Uint32Array.from(questions, ({ sources }) => sources.length)
  const places = new Float64Array(counts.reduce((sum, count) => sum + 2 * count + 2, 0))
  let at = 0
  for (const { sources, target } of questions)
    for (const { latitude, longitude } of [...sources, target]) {
      places[at++] = latitude
      places[at++] = longitude
    }
  return { places, counts }
}

export function unpackQuestions({ places, counts }: PackedQuestions): TimesQuestion[] {
  let at = 0
  const next = () => ({ latitude: places[at++] as number, longitude: places[at++] as number })
  return Array.from(counts, (count) => ({ sources: Array.from({ length: count }, next), target: next() }))
}

export interface PackedTimes {
  /** Of each question. */
  engines: string[]
  seconds: Float32Array
  /** 1: not by road, but by the formula. */
  isEstimated: Uint8Array
}

/** Answers of the road engine. */
export function packTimes(
  times: readonly (Omit<TimesTo, 'isEstimated'> & { isEstimated: ArrayLike<boolean> })[],
): PackedTimes {
  const length = times.reduce((sum, { seconds }) => sum + seconds.length, 0)
  const packed: PackedTimes = {
    engines: times.map(({ engine }) => engine),
    seconds: new Float32Array(length),
    isEstimated: new Uint8Array(length),
  }
  let at = 0
  for (const { seconds, isEstimated } of times) {
    packed.seconds.set(seconds, at)
    for (let row = 0; row < seconds.length; row += 1) packed.isEstimated[at + row] = isEstimated[row] ? 1 : 0
    at += seconds.length
  }
  return packed
}

/** @param counts as in the questions */
export function unpackTimes({ engines, seconds, isEstimated }: PackedTimes, counts: Uint32Array): TimesTo[] {
  let end = 0
  return engines.map((engine, at) => {
    const start = end
    end += counts[at] as number
    return { engine, seconds: seconds.subarray(start, end), isEstimated: isEstimated.subarray(start, end) }
  })
}
