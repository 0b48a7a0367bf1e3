import { keep, numberOf, type SuntechReading, setFix, timeOf } from './suntech.reading.ts'

const maxTags = 8
const fieldsOfTag = 7

/**
 * `BLE;id;model;firmware;date;time;lat;lon;count` and of each tag: signal, its least and most, identifier, samples,
 * major, minor. The report states no validity; a place of zeros is none.
 */
export function readBeacon(reading: SuntechReading, values: readonly string[]): SuntechReading {
  const [latitude, longitude] = [numberOf(values[6]), numberOf(values[7])]
  setFix(reading, timeOf(values[4], values[5]), latitude, longitude, {
    isValid: latitude !== 0 || longitude !== 0,
  })
  keep(reading.extras, 'model', values[2])
  keep(reading.extras, 'firmware', values[3])
  const count = Math.min(numberOf(values[8]) ?? 0, maxTags)
  for (let tag = 1; tag <= count; tag++) {
    const at = 9 + (tag - 1) * fieldsOfTag
    keep(reading.extras, `tag${tag}Rssi`, numberOf(values[at]))
    keep(reading.extras, `tag${tag}Id`, values[at + 3])
    keep(reading.extras, `tag${tag}Samples`, numberOf(values[at + 4]))
    keep(reading.extras, `tag${tag}Major`, numberOf(values[at + 5]))
    keep(reading.extras, `tag${tag}Minor`, numberOf(values[at + 6]))
  }
  return reading
}
