import { keepReading } from '../kept-readings.ts'
import type { TeltonikaReading } from './teltonika.reading.ts'

/** Bits of element 90, "Door Status". */
const doorBits: readonly (readonly [bit: number, door: string])[] = [
  [0x100, 'front left'],
  [0x200, 'front right'],
  [0x400, 'rear left'],
  [0x800, 'rear right'],
  [0x1000, 'hood'],
  [0x2000, 'trunk'],
]

/** Doors as elements of their own ("SSF … Open" of FMx150); 0 closed, 1 open. */
const doorElements: ReadonlyMap<number, string> = new Map([
  [654, 'doorFrontLeft'],
  [655, 'doorFrontRight'],
  [656, 'doorRearLeft'],
  [657, 'doorRearRight'],
  [658, 'doorTrunk'],
  [909, 'doorRoof'],
  [913, 'doorHood'],
])

/** What a device writes where the vehicle's bus states no value of two bytes. */
const absent = 0xffff
const firstAxle = 118
const lastAxle = 122

/**
 * Takes an element that a CAN adapter or the vehicle's bus fills in; false for any other.
 * Source: Teltonika wiki, "Teltonika Data Sending Parameters ID", CAN adapter elements.
 */
export function takeCanElement(id: number, value: number, width: number, reading: TeltonikaReading): boolean {
  if (id >= firstAxle && id <= lastAxle) {
    if (width === 2 && value !== absent) keepReading(reading, `axleWeight${id - firstAxle + 1}`, value)
    return true
  }
  const door = doorElements.get(id)
  if (door !== undefined) {
    keepReading(reading, door, value !== 0)
    return true
  }
  if (width === 2 && value === absent && (id === 110 || id === 112 || id === 115)) return true
  switch (id) {
    case 90:
      takeDoors(value, reading)
      return true
    case 110:
      keepReading(reading, 'fuelLitresPerHour', value / 10)
      return true
    case 111:
      keepReading(reading, 'adBluePercent', value)
      return true
    case 112:
      keepReading(reading, 'adBlueLitres', value / 10)
      return true
    case 114:
      keepReading(reading, 'engineLoadPercent', value)
      return true
    case 115:
      keepReading(reading, 'coolantTemperature', ((value << 16) >> 16) / 10)
      return true
    default:
      return false
  }
}

function takeDoors(value: number, reading: TeltonikaReading): void {
  const open = doorBits.filter(([bit]) => (value & bit) !== 0).map(([, door]) => door)
  keepReading(reading, 'door', open.length > 0)
  keepReading(reading, 'doors', open.length > 0 ? open.join(',') : 'closed')
}
