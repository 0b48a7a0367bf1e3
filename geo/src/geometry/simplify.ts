import { createProjection } from './projection.ts'

export interface SimplifiedTrack {
  /** Indices of the points that stay, in order; the first and the last always do. */
  kept: number[]
  /** Upper bound in metres of the distance from removed points to the simplified line. */
  toleranceMetres: number
}

export interface SimplifyOptions {
  /** Maximum number of points kept; at least 2. */
  limit: number
  /** Points always kept, besides the first and the last, even if they exceed `limit`. */
  keep?: Iterable<number>
}

/** A min-heap of points by the error of removing each. */
class LossHeap {
  readonly #points: Int32Array
  /** Parallel to `#points`, so that comparisons read one array. */
  readonly #losses: Float64Array
  readonly #placeOf: Int32Array
  size = 0

  constructor(count: number) {
    this.#points = new Int32Array(count)
    this.#losses = new Float64Array(count)
    this.#placeOf = new Int32Array(count)
  }

  /** Adds a point without ordering it; call `arrange` after the last one. */
  add(point: number, loss: number): void {
    this.#put(point, loss, this.size)
    this.size += 1
  }
  arrange(): void {
    for (let place = (this.size >> 1) - 1; place >= 0; place -= 1)
      this.#sink(this.#points[place] ?? 0, this.#losses[place] ?? 0, place)
  }
  get minLoss(): number {
    return this.#losses[0] ?? 0
  }
  removeMin(): number {
    const least = this.#points[0] ?? -1
    this.size -= 1
    if (this.size > 0) this.#sink(this.#points[this.size] ?? 0, this.#losses[this.size] ?? 0, 0)
    return least
  }
  /** Changes the loss of a point. */
  move(point: number, loss: number): void {
    const place = this.#placeOf[point] ?? 0
    if (loss > (this.#losses[place] ?? 0)) this.#sink(point, loss, place)
    else this.#rise(point, loss, place)
  }

  #put(point: number, loss: number, place: number): void {
    this.#points[place] = point
    this.#losses[place] = loss
    this.#placeOf[point] = place
  }
  #rise(point: number, loss: number, from: number): void {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = this.#losses[parent] ?? 0
      if (above <= loss) break
      this.#put(this.#points[parent] ?? 0, above, place)
      place = parent
    }
    this.#put(point, loss, place)
  }
  #sink(point: number, loss: number, from: number): void {
    let place = from
    for (let child = 2 * place + 1; child < this.size; child = 2 * place + 1) {
      let least = this.#losses[child] ?? 0
      if (child + 1 < this.size) {
        const other = this.#losses[child + 1] ?? 0
        if (other < least) {
          least = other
          child += 1
        }
      }
      if (least >= loss) break
      this.#put(this.#points[child] ?? 0, least, place)
      place = child
    }
    this.#put(point, loss, place)
  }
}

/** Projects the track to metres on a plane, unwrapped across the 180th meridian. */
function flatten(latitudes: ArrayLike<number>, longitudes: ArrayLike<number>) {
  const count = latitudes.length
  let south = 90
  let north = -90
  for (let at = 0; at < count; at += 1) {
    south = Math.min(south, latitudes[at] ?? 0)
    north = Math.max(north, latitudes[at] ?? 0)
  }
  const projection = createProjection((south + north) / 2)
  const x = new Float64Array(count)
  const y = new Float64Array(count)
  let wrapDegrees = 0
  for (let at = 0; at < count; at += 1) {
    const step = (longitudes[at] ?? 0) - (longitudes[at - 1] ?? longitudes[at] ?? 0)
    if (step > 180) wrapDegrees -= 360
    else if (step < -180) wrapDegrees += 360
    x[at] = projection.x((longitudes[at] ?? 0) + wrapDegrees)
    y[at] = projection.y(latitudes[at] ?? 0)
  }
  return { x, y }
}

function squaredToSegment(x: Float64Array, y: Float64Array, at: number, from: number, to: number): number {
  const fromX = x[from] ?? 0
  const fromY = y[from] ?? 0
  const alongX = (x[to] ?? 0) - fromX
  const alongY = (y[to] ?? 0) - fromY
  const offX = (x[at] ?? 0) - fromX
  const offY = (y[at] ?? 0) - fromY
  const length = alongX * alongX + alongY * alongY
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, (offX * alongX + offY * alongY) / length))
  return (offX - part * alongX) ** 2 + (offY - part * alongY) ** 2
}

/**
 * Removes the points of a track whose loss is smallest, one by one, down to `limit`. The loss of a point is its distance
 * from the segment between its neighbours plus the largest loss already incurred there: an upper bound of the distance of
 * any removed point. The tip of a dead end is kept. A day of 86,400 points takes about 15 ms.
 * @param latitudes degrees, in the order of the track
 * @param longitudes degrees, as many
 */
export function simplifyTrack(
  latitudes: ArrayLike<number>,
  longitudes: ArrayLike<number>,
  options: SimplifyOptions,
): SimplifiedTrack {
  const steps = simplifyInSteps(latitudes, longitudes, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Points removed from the heap between two yields: a few milliseconds at most. */
const pointsOfStep = 4_096
/** Points visited between two yields. */
const pointsOfWalk = 32_768
/** The heap handles this multiple of the limit; nearly collinear points are removed before, without ordering. */
const leftToHeap = 3
/** Maximum loss in metres in the first thinning pass; doubled in each further pass. */
const firstThinning = 0.25
const maxThinnings = 14

/** `simplifyTrack` as a generator, so that the caller can do other work between steps. */
export function* simplifyInSteps(
  latitudes: ArrayLike<number>,
  longitudes: ArrayLike<number>,
  { limit, keep = [] }: SimplifyOptions,
): Generator<void, SimplifiedTrack> {
  const count = latitudes.length
  if (count <= Math.max(2, limit))
    return { kept: Array.from({ length: count }, (_, at) => at), toleranceMetres: 0 }
  const { x, y } = flatten(latitudes, longitudes)
  yield
  const stays = new Uint8Array(count)
  for (const at of [0, count - 1, ...keep]) if (at >= 0 && at < count) stays[at] = 1

  const previous = new Int32Array(count)
  const next = new Int32Array(count)
  /** Largest loss between a point and the next kept one. */
  const lost = new Float64Array(count)
  const lossOf = (at: number): number => {
    const from = previous[at] ?? 0
    const own = Math.sqrt(squaredToSegment(x, y, at, from, next[at] ?? 0))
    return own + Math.max(lost[from] ?? 0, lost[at] ?? 0)
  }
  for (let at = 0; at < count; at += 1) {
    previous[at] = at - 1
    next[at] = at + 1
  }
  let left = count
  const remove = (gone: number, loss: number) => {
    const from = previous[gone] ?? 0
    const to = next[gone] ?? 0
    next[from] = to
    previous[to] = from
    lost[from] = loss
    left -= 1
  }
  // A pass over the line is much cheaper than ordering points most of which lose almost nothing.
  const enough = limit * leftToHeap
  let metres = firstThinning
  let visited = 0
  for (let pass = 0; pass < maxThinnings && left > enough; pass += 1, metres *= 2) {
    for (let at = next[0] ?? count; at < count && left > enough; at = next[at] ?? count) {
      visited += 1
      if (visited % pointsOfWalk === 0) yield
      if (stays[at] === 1) continue
      const loss = lossOf(at)
      if (loss <= metres) remove(at, loss)
    }
  }

  const heap = new LossHeap(count)
  for (let at = 0; at < count; at = next[at] ?? count) if (stays[at] === 0) heap.add(at, lossOf(at))
  yield
  heap.arrange()
  while (left > limit && heap.size > 0) {
    if (left % pointsOfStep === 0) yield
    const loss = heap.minLoss
    const gone = heap.removeMin()
    remove(gone, loss)
    const from = previous[gone] ?? 0
    const to = next[gone] ?? 0
    if (stays[from] === 0) heap.move(from, lossOf(from))
    if (stays[to] === 0) heap.move(to, lossOf(to))
  }
  yield
  const kept: number[] = []
  let squared = 0
  for (let at = 0; at < count; at = next[at] ?? count) {
    kept.push(at)
    const to = next[at] ?? count
    if (to < count)
      for (let gone = at + 1; gone < to; gone += 1)
        squared = Math.max(squared, squaredToSegment(x, y, gone, at, to))
  }
  return { kept, toleranceMetres: Math.sqrt(squared) }
}
