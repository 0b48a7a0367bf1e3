import type { Coordinates } from '@rumbo/geo'

/** A time read from the roads this long ago is asked for again. */
const keptMs = 30 * 60_000

interface Column {
  /** When its first time was stored. */
  atMs: number
  seconds: Map<number, number>
}

/**
 * Driving times between cells of the map, by engine: the latest used are kept. The time between two cells is that
 * between the two places which were asked for first, so that both are on a road.
 */
export class DriveTimes {
  private readonly columns = new Map<string, Column>()
  private readonly cellDegrees: number
  private readonly most: number
  private size = 0

  /**
   * @param cellDegrees the side of a cell; 0.0045 is 500 m of latitude
   * @param most times kept
   */
  constructor(cellDegrees: number, most: number) {
    this.cellDegrees = cellDegrees
    this.most = most
  }

  /** The known times to a place by the cell they are from: seconds; undefined where the time is unknown or too old. */
  timesTo(engine: string, to: Coordinates, nowMs: number): (fromCell: number) => number | undefined {
    const key = this.keyOf(engine, to)
    const column = this.columns.get(key)
    if (!column) return () => undefined
    // The first of a Map is the one that was used longest ago.
    this.columns.delete(key)
    if (nowMs - column.atMs <= keptMs) this.columns.set(key, column)
    else {
      this.size -= column.seconds.size
      return () => undefined
    }
    return (fromCell) => column.seconds.get(fromCell)
  }

  set(engine: string, from: Coordinates, to: Coordinates, seconds: number, nowMs: number): void {
    const key = this.keyOf(engine, to)
    let column = this.columns.get(key)
    if (column && nowMs - column.atMs > keptMs) {
      this.drop(key, column)
      column = undefined
    }
    if (!column) {
      column = { atMs: nowMs, seconds: new Map() }
      this.columns.set(key, column)
    }
    const cell = this.cellOf(from)
    if (column.seconds.has(cell)) return
    column.seconds.set(cell, seconds)
    this.size += 1
    for (const [oldest, dropped] of this.columns) {
      if (this.size <= this.most) break
      this.drop(oldest, dropped)
    }
  }

  cellOf({ latitude, longitude }: Coordinates): number {
    const width = Math.ceil(360 / this.cellDegrees)
    return (
      Math.floor((latitude + 90) / this.cellDegrees) * width +
      Math.floor((longitude + 180) / this.cellDegrees)
    )
  }

  private readonly keyOf = (engine: string, to: Coordinates) => `${engine} ${this.cellOf(to)}`

  private drop(key: string, column: Column): void {
    this.columns.delete(key)
    this.size -= column.seconds.size
  }
}
