import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'

/** The decoded fields of one message. */
export type Jt808Reading = Pick<DeviceReport, 'fix' | 'telemetry' | 'alarm' | 'answer' | 'extras'>

export const emptyReading = (): Jt808Reading => ({
  fix: null,
  telemetry: {},
  alarm: null,
  answer: null,
  extras: {},
})

/** Reads one item's value: `[at, at + length)` of the bytes, which is inside them. */
export type ItemReader = (bytes: Uint8Array, at: number, length: number, reading: Jt808Reading) => void

/** Width in bytes of an item's id and of its length, and whether the length stands first and counts the id. */
export interface ItemForm {
  idBytes: 1 | 2
  lengthBytes: 1 | 2
  isLengthFirst?: boolean
}

function numberAt(bytes: Uint8Array, at: number, size: 1 | 2): number {
  return size === 1 ? (bytes[at] as number) : ((bytes[at] as number) << 8) | (bytes[at + 1] as number)
}

/**
 * Visits the items of `[from, end)` if they fill it exactly in this form, else none: makers nest items of different forms
 * under one id, and only the right form fits.
 */
export function visitItems(
  bytes: Uint8Array,
  from: number,
  end: number,
  { idBytes, lengthBytes, isLengthFirst = false }: ItemForm,
  visit: (id: number, at: number, length: number) => void,
): boolean {
  const items: [id: number, at: number, length: number][] = []
  const headBytes = idBytes + lengthBytes
  for (let at = from; at < end; ) {
    if (at + headBytes > end) return false
    const id = numberAt(bytes, isLengthFirst ? at + lengthBytes : at, idBytes)
    const stated = numberAt(bytes, isLengthFirst ? at : at + idBytes, lengthBytes)
    const length = isLengthFirst ? stated - idBytes : stated
    const value = at + headBytes
    if (length < 0 || value + length > end) return false
    items.push([id, value, length])
    at = value + length
  }
  for (const item of items) visit(...item)
  return items.length > 0
}
