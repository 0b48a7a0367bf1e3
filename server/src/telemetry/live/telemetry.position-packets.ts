import type { LiveVehicleChange } from '@rumbo/contract/live.contract'
import { standingSince } from '@rumbo/contract/telemetry.freshness'
import type { VehicleState } from '../intake/telemetry.state.ts'

/** The channel on which committed positions are sent to every process. */
export const positionsChannel = 'rumbo_positions'

/**
 * A packet: number of fleets u16, their ids, then records of 47 bytes; big-endian, as base64.
 * Record: vehicle id, fleet index u16, time u48 ms, latitude and longitude i32 × 1e7, speed u16 in tenths,
 * heading u16, ignition, fuel, battery, signal, satellites u8, start of the stay u48 ms. All bits set means unknown.
 */
const recordBytes = 47
const unknown8 = 0xff
const unknown16 = 0xffff
const unknown48 = 0xffff_ffff_ffff
/** A NOTIFY payload is limited to 8,000 bytes: 5,900 as base64 are 7,868. */
const packetBytes = 5_900

/** The part of a vehicle's state contained in a packet. */
export type PackedState = Pick<
  VehicleState,
  | 'vehicleId'
  | 'fleetId'
  | 'asOf'
  | 'latitude'
  | 'longitude'
  | 'speedKmh'
  | 'heading'
  | 'ignition'
  | 'fuelPercent'
  | 'batteryPercent'
  | 'signalPercent'
  | 'satellites'
> & {
  movement: Pick<VehicleState['movement'], 'tripStartedAt' | 'standSince'>
}
export type PositionUpdate = LiveVehicleChange & { fleetId: string }

const readUuid = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
const writeUuid = (bytes: Buffer, id: string, at: number) =>
  bytes.write(id.replaceAll('-', ''), at, 16, 'hex')

function writeRecord(bytes: Buffer, at: number, state: PackedState, fleet: number): void {
  writeUuid(bytes, state.vehicleId, at)
  bytes.writeUInt16BE(fleet, at + 16)
  bytes.writeUIntBE(state.asOf, at + 18, 6)
  bytes.writeInt32BE(Math.round((state.latitude ?? 0) * 1e7), at + 24)
  bytes.writeInt32BE(Math.round((state.longitude ?? 0) * 1e7), at + 28)
  bytes.writeUInt16BE(
    state.speedKmh === null ? unknown16 : Math.min(65_000, Math.round(state.speedKmh * 10)),
    at + 32,
  )
  bytes.writeUInt16BE(state.heading ?? unknown16, at + 34)
  bytes.writeUInt8(state.ignition === null ? unknown8 : Number(state.ignition), at + 36)
  bytes.writeUInt8(state.fuelPercent ?? unknown8, at + 37)
  bytes.writeUInt8(state.batteryPercent ?? unknown8, at + 38)
  bytes.writeUInt8(state.signalPercent ?? unknown8, at + 39)
  bytes.writeUInt8(state.satellites === null ? unknown8 : Math.min(254, state.satellites), at + 40)
  const { tripStartedAt, standSince } = state.movement
  const stoppedAt = tripStartedAt === null ? standSince : null
  bytes.writeUIntBE(standingSince(stoppedAt, state.asOf) ?? unknown48, at + 41, 6)
}

/** Packs the states of vehicles that have a fix; each packet fits one NOTIFY. */
export function packPositions(states: Iterable<PackedState>): string[] {
  const packets: string[] = []
  let fleets = new Map<string, number>()
  let records: PackedState[] = []
  const bytesNow = () => 2 + fleets.size * 16 + records.length * recordBytes
  const flush = () => {
    if (records.length === 0) return
    const bytes = Buffer.alloc(bytesNow())
    bytes.writeUInt16BE(fleets.size, 0)
    for (const [fleetId, index] of fleets) writeUuid(bytes, fleetId, 2 + index * 16)
    const first = 2 + fleets.size * 16
    records.forEach((state, index) => {
      writeRecord(bytes, first + index * recordBytes, state, fleets.get(state.fleetId) ?? 0)
    })
    packets.push(bytes.toString('base64'))
    fleets = new Map()
    records = []
  }
  for (const state of states) {
    if (!Number.isFinite(state.asOf)) continue
    if (bytesNow() + 16 + recordBytes > packetBytes) flush()
    if (!fleets.has(state.fleetId)) fleets.set(state.fleetId, fleets.size)
    records.push(state)
  }
  flush()
  return packets
}

const known8 = (value: number) => (value === unknown8 ? null : value)
const known16 = (value: number) => (value === unknown16 ? null : value)

/** The inverse of `packPositions`; an invalid packet gives an empty list. */
export function unpackPositions(packet: string): PositionUpdate[] {
  const bytes = Buffer.from(packet, 'base64')
  if (bytes.length < 2) return []
  const fleetCount = bytes.readUInt16BE(0)
  const first = 2 + fleetCount * 16
  if (bytes.length < first || (bytes.length - first) % recordBytes !== 0) return []
  const fleets = Array.from({ length: fleetCount }, (_, index) => readUuid(bytes, 2 + index * 16))
  const updates: PositionUpdate[] = []
  for (let at = first; at < bytes.length; at += recordBytes) {
    const speed = known16(bytes.readUInt16BE(at + 32))
    const standSince = bytes.readUIntBE(at + 41, 6)
    const ignition = known8(bytes.readUInt8(at + 36))
    updates.push({
      id: readUuid(bytes, at),
      fleetId: fleets[bytes.readUInt16BE(at + 16)] ?? '',
      at: bytes.readUIntBE(at + 18, 6),
      latitude: bytes.readInt32BE(at + 24) / 1e7,
      longitude: bytes.readInt32BE(at + 28) / 1e7,
      speedKmh: speed === null ? null : speed / 10,
      heading: known16(bytes.readUInt16BE(at + 34)),
      ignition: ignition === null ? null : ignition === 1,
      fuelLevel: known8(bytes.readUInt8(at + 37)),
      batteryLevel: known8(bytes.readUInt8(at + 38)),
      gpsSignal: known8(bytes.readUInt8(at + 39)),
      satellites: known8(bytes.readUInt8(at + 40)),
      standSince: standSince === unknown48 ? null : standSince,
    })
  }
  return updates
}
