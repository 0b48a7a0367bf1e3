import { type Position, positionsKept } from './fence-shapes.ts'

/**
 * Reads the tuples `longitude,latitude[,altitude]` of KML with blanks between them; blanks around the commas, which
 * people type, are passed over. What is no tuple becomes NaN. Keeps `positionsKept` at most.
 */
export function positionsOfKml(text: string): Position[] {
  const positions: Position[] = []
  let tuple: number[] = []
  let isContinued = false
  const close = () => {
    if (tuple.length > 0) positions.push(positionOf(tuple))
    tuple = []
  }
  for (const [token] of text.matchAll(/[^\s,]+|,/g)) {
    if (token === ',') {
      isContinued = true
      continue
    }
    if (!isContinued) close()
    if (positions.length >= positionsKept) return positions
    isContinued = false
    tuple.push(/^[-+.\deE]+$/.test(token) ? Number(token) : Number.NaN)
  }
  close()
  return positions
}

function positionOf(tuple: readonly number[]): Position {
  const [first = Number.NaN, second = Number.NaN] = tuple
  return tuple.length <= 3 ? [first, second] : [Number.NaN, Number.NaN]
}
