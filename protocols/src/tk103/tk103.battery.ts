import type { DeviceReport, DeviceTelemetry } from '@rumbo/contract/telemetry.device-report.contract'
import { fromHex, readUint16 } from '../bytes.ts'

type Extras = DeviceReport['extras']

/** Steps of the battery as percentages; 1 is below what the protocol states as ten per cent. */
const stepPercents: Readonly<Record<string, number>> = { 2: 10, 3: 20, 4: 50, 5: 80, 6: 100 }
const absent = 65_535

/**
 * `ZC20,ddmmyy,hhmmss,step,volts of the battery,volts of the supply,installed`; 255 and 65535 where there are none.
 * The battery is written in hundredths of a volt, by older firmwares in tenths, the supply in tenths.
 */
export function readBattery(body: string, telemetry: DeviceTelemetry, extras: Extras): void {
  const found = /^,\d{6},\d{6},(\d{1,3}),(\d{1,5}),(\d{1,5})/.exec(body)
  if (!found) return
  const [step = '', battery = 0, supply = 0] = [found[1], Number(found[2]), Number(found[3])]
  const percent = stepPercents[step]
  if (step !== '255') extras.batteryStep = Number(step)
  if (percent !== undefined) telemetry.batteryPercent = percent
  if (battery > 0 && battery !== absent) extras.batteryVolts = battery / (battery < 100 ? 10 : 100)
  if (supply > 0 && supply !== absent) telemetry.powerVolts = supply / (supply < 1000 ? 10 : 100)
}

const cellsAt = 4
const maxCells = 24
const voltsAt = 56
const temperaturesAt = 75

/**
 * `BS50`, the management unit of a traction battery, in hexadecimal: charge %, cells (u16 little-endian mV, the count
 * before them), volts of the pack in hundredths, two temperatures 40 above their degrees.
 */
export function readBatteryManagement(body: string, extras: Extras): void {
  if (!/^[0-9A-Fa-f]+$/.test(body) || body.length % 2 !== 0 || body.length / 2 < temperaturesAt + 2) return
  const bytes = fromHex(body)
  const cells = Math.min(bytes[3] as number, maxCells)
  let least = 65_535
  let most = 0
  for (let cell = 0; cell < cells; cell++) {
    const at = cellsAt + cell * 2
    const millivolts = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
    least = Math.min(least, millivolts)
    most = Math.max(most, millivolts)
  }
  extras.packPercent = bytes[1] as number
  extras.packVolts = readUint16(bytes, voltsAt) / 100
  extras.cells = cells
  if (cells > 0) {
    extras.leastCellVolts = least / 1000
    extras.mostCellVolts = most / 1000
  }
  extras.batteryTemperature1 = (bytes[temperaturesAt] as number) - 40
  extras.batteryTemperature2 = (bytes[temperaturesAt + 1] as number) - 40
}
