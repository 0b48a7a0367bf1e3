export interface LabelBox {
  left: number
  top: number
  width: number
  height: number
}

const cellPixels = 4
const labelHeight = 14

/** Where the label of a mark may stand, best first: below, to the right, to the left, above. */
export const labelBoxes = ({ x, y }: { x: number; y: number }, width: number): LabelBox[] =>
  [
    { left: x - width / 2, top: y + 15 },
    { left: x + 14, top: y - labelHeight / 2 },
    { left: x - 14 - width, top: y - labelHeight / 2 },
    { left: x - width / 2, top: y - 15 - labelHeight },
  ].map((corner) => ({ ...corner, width, height: labelHeight }))

/** Where the label of a pin may stand: below its tip, beside its head, above it. */
export const pinLabelBoxes = ({ x, y }: { x: number; y: number }, width: number): LabelBox[] =>
  [
    { left: x - width / 2, top: y + 3 },
    { left: x + 15, top: y - 22 - labelHeight / 2 },
    { left: x - 15 - width, top: y - 22 - labelHeight / 2 },
    { left: x - width / 2, top: y - 37 - labelHeight },
  ].map((corner) => ({ ...corner, width, height: labelHeight }))

/** The picture of a pin whose tip is at this place. */
export const pinBox = ({ x, y }: { x: number; y: number }): LabelBox => ({
  left: x - 13,
  top: y - 36,
  width: 26,
  height: 36,
})

/**
 * Tracks occupied cells of a few pixels, so that labels do not overlap. A label occupies every cell it touches. Call
 * `clear` first: it sets the size.
 */
export function createLabelRoom() {
  let columns = 0
  let rows = 0
  /** Owner by cell: 0 none, -1 several. */
  let taken = new Int32Array()

  function range({ left, top, width: wide, height: high }: LabelBox) {
    const within = (at: number, most: number) => Math.max(0, Math.min(most, at))
    return {
      fromColumn: within(Math.floor(left / cellPixels), columns),
      toColumn: within(Math.ceil((left + wide) / cellPixels), columns),
      fromRow: within(Math.floor(top / cellPixels), rows),
      toRow: within(Math.ceil((top + high) / cellPixels), rows),
    }
  }

  return {
    /** In CSS pixels; areas beyond the edge are never occupied. */
    clear: ({ width, height }: { width: number; height: number }): void => {
      columns = Math.ceil(width / cellPixels) + 1
      rows = Math.ceil(height / cellPixels) + 1
      if (taken.length === columns * rows) taken.fill(0)
      else taken = new Int32Array(columns * rows)
    },
    /** `owner` is above 0; areas of the same owner do not block its label. */
    take: (box: LabelBox, owner: number): void => {
      const { fromColumn, toColumn, fromRow, toRow } = range(box)
      for (let row = fromRow; row < toRow; row += 1)
        for (let cell = row * columns + fromColumn; cell < row * columns + toColumn; cell += 1)
          taken[cell] = taken[cell] === 0 || taken[cell] === owner ? owner : -1
    },
    isFree: (box: LabelBox, owner: number): boolean => {
      const { fromColumn, toColumn, fromRow, toRow } = range(box)
      for (let row = fromRow; row < toRow; row += 1)
        for (let cell = row * columns + fromColumn; cell < row * columns + toColumn; cell += 1)
          if (taken[cell] !== 0 && taken[cell] !== owner) return false
      return true
    },
  }
}
