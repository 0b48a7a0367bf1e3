import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import type { Effects, PipelineStep, ReportContext, VehicleState } from '../intake/telemetry.state.ts'
import {
  jumpOf,
  markLeftOut,
  plausibleTelemetry,
  readingsOfReport,
  type StatedReading,
} from './telemetry.reading-judgement.rules.ts'
import { packReadings } from './telemetry.reading-packing.rules.ts'
import {
  copyOf,
  hasRoomForName,
  type KeptReading,
  type KeptReadings,
  keep,
  keptOf,
  keptSince,
  latestRowOf,
  placeFor,
} from './telemetry.reading-state.ts'

/** What is still stated is stored again after this time, so that the history shows that it held. */
const renewedAfterMs = 10 * minuteMs
/** With a row that is written anyway, a reading of this age is stored again too: fewer rows follow. */
const renewedAlongMs = 5 * minuteMs
/** Changes of readings that the catalogue gives no step, and of values that cannot be true, are stored so often at most. */
const unknownPauseMs = minuteMs
/** The row of the latest readings is written so often at most; those who read it add what the history has since. */
const latestPauseMs = minuteMs

/** Readings of the report at hand; steps run one report after another. */
const stated: StatedReading[] = []
/** What is known of each of them before the report, and what becomes of it. */
const places: number[] = []
const knowns: (KeptReading | undefined)[] = []
const times: number[] = []
const agreements: number[] = []
const dues: boolean[] = []
const rows: StatedReading[] = []

/** The vehicle's readings, which may be changed within this batch. */
function readingsOf(vehicle: VehicleState): KeptReadings {
  if (vehicle.ownsReadings) return vehicle.readings as KeptReadings
  const { readings } = vehicle
  const own = readings && 'places' in readings ? copyOf(readings) : keptOf(readings)
  vehicle.readings = own
  vehicle.ownsReadings = true
  return own
}

const isSame = (one: ReadingValue | null, other: ReadingValue, step: number) =>
  typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) < step : one === other

/** 2: it must be stored; 1: it may be, with others; 0: the history has it. */
function dueOf(
  { name, value, isImplausible }: StatedReading,
  kept: KeptReading | undefined,
  at: number,
): 0 | 1 | 2 {
  if (!name.hasHistory) return 0
  if (!kept) return 2
  const age = at - kept.storedAt
  if (age >= renewedAfterMs) return 2
  const isMeasured = name.entry !== null && name.group !== 'other' && !isImplausible
  // The tolerance of a sum of decimals.
  const step = isMeasured && name.entry ? name.entry.step * 0.999_999 : Number.MIN_VALUE
  const hasChanged = kept.isStoredImplausible !== isImplausible || !isSame(kept.stored, value, step)
  if (hasChanged && (isMeasured || kept.isStoredImplausible !== isImplausible || age >= unknownPauseMs))
    return 2
  return age >= renewedAlongMs ? 1 : 0
}

/** Replaces the last reading by the report's at a place of `stated`; one that only holds on gets its time. */
function keepAt(
  kept: KeptReadings,
  { name, value, isImplausible }: StatedReading,
  time: number,
  at: number,
): void {
  const known = knowns[at]
  const isStored = dues[at] === true
  if (known && !isStored && !isImplausible && known.value === value && known.implausible === null) {
    kept.times[places[at] as number] = time
    return
  }
  const reading: KeptReading = {
    name,
    value: isImplausible ? (known?.value ?? null) : value,
    implausible: isImplausible ? { value, time } : null,
    agreeing: agreements[at] ?? 0,
    stored: isStored ? value : (known?.stored ?? null),
    storedAt: isStored ? time : (known?.storedAt ?? Number.NEGATIVE_INFINITY),
    isStoredImplausible: isStored ? isImplausible : (known?.isStoredImplausible ?? false),
  }
  keep(kept, reading, isImplausible ? (times[at] as number) : time)
}

function addRow(effects: Effects, vehicleNo: number, time: number, { report }: ReportContext): void {
  if (rows.length === 0) return
  const reportHash = Number(BigInt.asIntN(32, report.reportHash))
  effects.readings.push({ vehicleNo, time, reportHash, packed: packReadings(rows) })
}

/** A late report's readings: all are stored, the latest stay. */
function storeLate(context: ReportContext, effects: Effects, vehicleNo: number, time: number): void {
  const kept = context.vehicle?.readings
  const known = kept && 'places' in kept ? kept : null
  rows.length = 0
  for (const reading of stated)
    if (reading.name.hasHistory && (!known || hasRoomForName(known, reading.name))) rows.push(reading)
  addRow(effects, vehicleNo, time, context)
}

/** When the reading at a place of `stated` was stated last. */
const lastTimeAt = (at: number) =>
  Math.max(times[at] as number, knowns[at]?.implausible?.time ?? Number.NEGATIVE_INFINITY)

/** Looks up the last reading of one, and marks a jump of an odometer. */
function compareAt(
  at: number,
  reading: StatedReading,
  place: number,
  kept: KeptReadings,
  time: number,
): void {
  const known = kept.readings[place]
  const knownTime = known ? (kept.times[place] as number) : Number.NEGATIVE_INFINITY
  const agreeing = reading.isImplausible ? 0 : jumpOf(reading, known, knownTime, time)
  stated[at] = reading
  places[at] = place
  knowns[at] = known
  times[at] = knownTime
  agreements[at] = agreeing
  if (agreeing > 0) reading.isImplausible = true
}

/** Compares the report's readings with the last ones, without those that the vehicle has no room for. */
function compareWithKept(kept: KeptReadings, time: number): void {
  const given = stated.length
  let count = 0
  for (let from = 0; from < given; from += 1) {
    const reading = stated[from] as StatedReading
    const place = placeFor(kept, reading.name, reading.value)
    if (place < 0) continue
    compareAt(count, reading, place, kept, time)
    count += 1
  }
  stated.length = count
  markLeftOut(stated, given - count)
  const mark = stated[count]
  if (mark) compareAt(count, mark, placeFor(kept, mark.name, mark.value), kept, time)
}

/** Collects in `rows` what the history lacks, and in `dues` which of the readings that are. */
function collectRows(time: number): void {
  let mustStore = false
  rows.length = 0
  for (let at = 0; at < stated.length; at += 1) {
    const reading = stated[at] as StatedReading
    const known = knowns[at]
    const due = time < lastTimeAt(at) && reading.name.hasHistory ? 2 : dueOf(reading, known, time)
    mustStore ||= due === 2
    dues[at] = due > 0
    if (due > 0) rows.push(reading)
  }
  if (mustStore) return
  rows.length = 0
  dues.fill(false)
}

/** Replaces the last readings by those of the report that are not older. */
function keepStated(kept: KeptReadings, time: number, { changedReadings }: ReportContext): void {
  for (let at = 0; at < stated.length; at += 1) {
    const reading = stated[at] as StatedReading
    const known = knowns[at]
    const { name, value, isImplausible } = reading
    if (time < lastTimeAt(at)) continue
    const isChanged = isImplausible
      ? known?.implausible?.value !== value
      : known?.value !== value || known.implausible !== null
    if (isChanged) changedReadings.push({ name, value, isImplausible, previous: known?.value ?? null, time })
    keepAt(kept, reading, time, at)
  }
}

/**
 * Judges the readings of a report, keeps the vehicle's latest, and collects for the history what changed.
 * Steps after it use `context.telemetry`, which has only what can be true, and may read `context.changedReadings`.
 */
export const keepReadings: PipelineStep = (context, effects, companyOf) => {
  const { report, vehicle, owner, timing } = context
  context.telemetry = report.telemetry
  context.changedReadings.length = 0
  if (!vehicle || !owner || timing === 'duplicate' || timing === 'future' || timing === 'too_old') return
  readingsOfReport(report, stated)
  if (stated.length === 0) return
  const time = (report.fix?.time ?? report.receivedAt).getTime()
  // Two reports of one moment, such as a position and an alarm, are both of the present.
  const isInOrder = timing !== 'late' || time === vehicle.asOf
  const isPresent = owner === vehicle && isInOrder && !report.isDecodedAgain
  const kept = isPresent ? readingsOf(vehicle) : null
  if (kept) compareWithKept(kept, time)
  context.telemetry = plausibleTelemetry(report.telemetry, stated)
  if (!kept) {
    storeLate(context, effects, owner.vehicleNo, time)
    return
  }
  collectRows(time)
  keepStated(kept, time, context)
  addRow(effects, vehicle.vehicleNo, time, context)
  const receivedAt = report.receivedAt.getTime()
  if (receivedAt - kept.writtenAt < latestPauseMs) return
  kept.writtenAt = receivedAt
  vehicle.readings = keptSince(kept, receivedAt - companyOf(vehicle.companyId).historyDays * dayMs)
  effects.latestReadings.set(vehicle.vehicleNo, vehicle)
}

/** The rows of the latest readings that a batch writes. */
export const latestRowsOf = ({ latestReadings }: Effects) =>
  [...latestReadings.values()].map((vehicle) => ({
    vehicleNo: vehicle.vehicleNo,
    ...latestRowOf(readingsOf(vehicle)),
  }))
