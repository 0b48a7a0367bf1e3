import * as appendix from './queclink.appendix.ts'
import { readCan } from './queclink.can.ts'
import { readEngine } from './queclink.engine.ts'
import type { Envelope } from './queclink.envelope.ts'
import { keep, type QueclinkReading, readField } from './queclink.fields.ts'
import { type ModelLayout, modelOf } from './queclink.layouts.ts'
import { fromCell, readLight, readNetworks } from './queclink.tail.ts'

interface Parts {
  envelope: Envelope
  layout: ModelLayout
  /** Index of the first position's accuracy, or the number of fields. */
  blockStart: number
}
type OwnReader = (reading: QueclinkReading, body: readonly string[], parts: Parts) => void

/** Report types with fields of their own. */
const readers: Readonly<Record<string, OwnReader>> = {
  INF: (reading, body, { envelope, layout }) =>
    envelope.version === ''
      ? appendix.readOldInformation(reading, body)
      : appendix.readInformation(reading, body, layout),
  CAN(reading, body, { envelope }) {
    readField(reading, 'text:canState', body[1])
    readCan(reading, body, 2, modelOf(envelope.version).model)
  },
  OBD(reading, body, { blockStart }) {
    readField(reading, 'odometerKm', fromCell(body, blockStart + 7)[5])
    readEngine(reading, body, blockStart)
  },
  BID: (reading, body) => appendix.readAccessory(reading, body, 2),
  BAA: (reading, body) => appendix.readAccessory(reading, body, 4),
  DTT: (reading, body) => appendix.readSerialData(reading, body),
  DAT: (reading, body, { blockStart }) => keep(reading, 'data', body.slice(3, blockStart).join(',')),
  BAT: (reading, body, { layout }) => appendix.readSupply(reading, body, layout),
  CBC: (reading, body) => readField(reading, 'batteryPercent', body[0]),
  VER: (reading, body) => appendix.readVersions(reading, body),
  CSQ: (reading, body) => readField(reading, 'signalStep', body[0]),
  CID: (reading, body) => readField(reading, 'text:iccid', body[0]),
  WIF: (reading, body) => readNetworks(reading, 'WIF', body),
  LBS: (reading, body) => readNetworks(reading, 'LBS', body),
  // Cells alone: nothing of the vehicle.
  GSM: () => {},
}
/** Types that the tables list too. */
const more: Readonly<Record<string, OwnReader>> = {
  TMP: (reading, body) => appendix.readWireAlarm(reading, body),
  LSA: (reading, body, { blockStart }) => readLight(reading, fromCell(body, blockStart + 7)),
}

/** Whether the fields of the type are read here alone. */
export const isOwnType = (type: string) => Object.hasOwn(readers, type)

/** Reads what only this type of report states. */
export function readOwnFields(
  reading: QueclinkReading,
  envelope: Envelope,
  layout: ModelLayout,
  blockStart: number,
): void {
  const { type, body } = envelope
  const read = isOwnType(type) ? readers[type] : Object.hasOwn(more, type) ? more[type] : undefined
  read?.(reading, body, { envelope, layout, blockStart })
}
