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

/** A min-heap of points by the error of removing them. */
class LeastFirst {
  readonly #points: Int32Array
  /** Beside each point in the heap, so that comparing looks into one array. */
  readonly #losses: Float64Array
  readonly #placeOf: Int32Array
  size = 0

  constructor(count: number) {
    this.#points = new Int32Array(count)
    this.#losses = new Float64Array(count)
    this.#placeOf = new Int32Array(count)
  }

  /** Before `arrange`: in no order yet. */
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
  takeLeast(): number {
    const least = this.#points[0] ?? -1
    this.size -= 1
    if (this.size > 0) this.#sink(this.#points[this.size] ?? 0, this.#losses[this.size] ?? 0, 0)
    return least
  }
  /** Puts a point where it belongs with another loss. */
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

/** Metres on a plane; a track over the 180th meridian goes on beyond it. */
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
 * Leaves out the points of a track that its line misses least, one by one. What the line loses by a point is the
 * distance of the point from the line between its neighbours, and what was lost between them before: so far at most is
 * any point that went. A dead end driven in and out stays. A day of 86,400 points takes some 15 ms.
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

/** Points taken from the heap between two steps: a few milliseconds at most. */
const pointsOfStep = 4_096
/** Points walked over between two steps. */
const pointsOfWalk = 32_768
/** So many times the limit are left to the exact choice; what is plainly in line goes before, without a heap. */
const leftToHeap = 3
/** Metres: what points may lose in the first thinning; twice that in each following. */
const firstThinning = 0.25
const maxThinnings = 14

/** As `simplifyTrack`, in steps, so that the caller can yield to other work in between. */
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

  const before = new Int32Array(count)
  const behind = new Int32Array(count)
  /** What was lost between a point and the one behind it. */
  const lost = new Float64Array(count)
  const lossOf = (at: number): number => {
    const from = before[at] ?? 0
    const own = Math.sqrt(squaredToSegment(x, y, at, from, behind[at] ?? 0))
    return own + Math.max(lost[from] ?? 0, lost[at] ?? 0)
  }
  for (let at = 0; at < count; at += 1) {
    before[at] = at - 1
    behind[at] = at + 1
  }
  let left = count
  const leaveOut = (gone: number, loss: number) => {
    const from = before[gone] ?? 0
    const to = behind[gone] ?? 0
    behind[from] = to
    before[to] = from
    lost[from] = loss
    left -= 1
  }
  // Each walk along the line costs far less than ordering points of which most lose next to nothing.
  const enough = limit * leftToHeap
  let metres = firstThinning
  let looked = 0
  for (let turn = 0; turn < maxThinnings && left > enough; turn += 1, metres *= 2) {
    for (let at = behind[0] ?? count; at < count && left > enough; at = behind[at] ?? count) {
      looked += 1
      if (looked % pointsOfWalk === 0) yield
      if (stays[at] === 1) continue
      const loss = lossOf(at)
      if (loss <= metres) leaveOut(at, loss)
    }
  }

  const waiting = new LeastFirst(count)
  for (let at = 0; at < count; at = behind[at] ?? count) if (stays[at] === 0) waiting.add(at, lossOf(at))
  yield
  waiting.arrange()
  while (left > limit && waiting.size > 0) {
    if (left % pointsOfStep === 0) yield
    const loss = waiting.minLoss
    const gone = waiting.takeLeast()
    leaveOut(gone, loss)
    const from = before[gone] ?? 0
    const to = behind[gone] ?? 0
    if (stays[from] === 0) waiting.move(from, lossOf(from))
    if (stays[to] === 0) waiting.move(to, lossOf(to))
  }
  yield
  const kept: number[] = []
  let squared = 0
  for (let at = 0; at < count; at = behind[at] ?? count) {
    kept.push(at)
    const to = behind[at] ?? count
    if (to < count)
      for (let gone = at + 1; gone < to; gone += 1)
        squared = Math.max(squared, squaredToSegment(x, y, gone, at, to))
  }
  return { kept, toleranceMetres: Math.sqrt(squared) }
}
