import type { CrossingState, FenceFix } from '@rumbo/geo/fences/crossing-state'
import { noRules } from '@rumbo/geo/fences/crossing-state'
import { advance } from '@rumbo/geo/fences/crossings'
import type { FenceShape } from '@rumbo/geo/fences/fence-shape'
import { type PreparedFence, prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { type Sensitivity, sensitivities } from '@rumbo/geo/fences/sensitivity'
import { destination } from '@rumbo/geo/geometry/distance'
import { generator } from './harness/random.ts'
import { atMost, type Metric, recorded, report } from './harness/report.ts'
import { readTraces, type TraceFix } from './harness/traces.ts'

/*
 * Recorded traces with noise of 30 m (68 % of the places within 30 m of the clean one, independent from fix to fix, and
 * reported as accuracy) against 50 fences. Truth is the clean trace: a crossing counts where the vehicle stays on each
 * side for two fixes and reaches 60 m beyond the border on it. An event is false unless a crossing of the clean trace,
 * however shallow, stands behind it; one crossing excuses one event.
 */
const noiseMetres = 30
const deepMetres = 60
const fenceCount = 50
const random = generator(3)
const traces = readTraces()

function shapeAround(center: TraceFix['place'], at: number): FenceShape {
  const size = 150 + random() * 450
  if (at % 3 === 0) return { kind: 'circle', center, radiusMetres: size }
  if (at % 3 === 1) {
    const corners = Array.from({ length: 6 }, (_, corner) =>
      destination(center, corner * 60, size * (0.7 + 0.5 * random())),
    )
    return { kind: 'polygon', corners }
  }
  const heading = random() * 360
  const path = [destination(center, heading, 2 * size), center, destination(center, heading + 150, 2 * size)]
  return { kind: 'route', path, halfWidthMetres: 100 + random() * 150, mode: 'two_way' }
}
const fences = Array.from({ length: fenceCount }, (_, at) => {
  const trace = at % 5 === 4 ? (traces[2 + (at % (traces.length - 2))] ?? []) : (traces[at % 2] ?? [])
  const fix = trace[Math.floor(random() * trace.length)] as TraceFix
  return prepareFence(shapeAround(fix.place, at))
})

/** Per axis of a normal error in two dimensions, of which 68 % lie within the accuracy. */
const deviation = noiseMetres / Math.sqrt(-2 * Math.log(1 - 0.68))
const noisy = traces.map((trace) =>
  trace.map(({ time, place }): FenceFix => {
    const metres = deviation * Math.sqrt(-2 * Math.log(1 - random()))
    const moved = destination(place, random() * 360, metres)
    return { time, place: moved, accuracyMetres: noiseMetres, speedKmh: 0, headingDegrees: 0 }
  }),
)

/** A change of side at a fix of a trace. */
interface Change {
  readonly inside: boolean
  readonly at: number
}
interface Raised extends Change {
  readonly between: boolean
}

/** All changes of side of the clean trace, and those deep enough to be truth. */
function cleanChanges(trace: readonly TraceFix[], fence: PreparedFence): { all: Change[]; deep: Change[] } {
  const all: Change[] = []
  const deep: Change[] = []
  const depths = trace.map(({ place }) => fence.depthMetres(place))
  let side: boolean | null = null
  for (let start = 0; start < depths.length; ) {
    const inside = (depths[start] as number) > 0
    let end = start
    let deepest = 0
    for (; end < depths.length && (depths[end] as number) > 0 === inside; end += 1)
      deepest = Math.max(deepest, Math.abs(depths[end] as number))
    if (start > 0) all.push({ inside, at: start })
    if (end - start >= 2 && deepest >= deepMetres) {
      if (side !== null && side !== inside) deep.push({ inside, at: start })
      side = inside
    }
    start = end
  }
  return { all, deep }
}

function raised(fixes: readonly FenceFix[], fence: PreparedFence, sensitivity: Sensitivity | null): Raised[] {
  const found: Raised[] = []
  let state: CrossingState | null = null
  let wasInside: boolean | null = null
  for (const [at, fix] of fixes.entries()) {
    if (sensitivity === null) {
      const inside = fence.depthMetres(fix.place) > 0
      if (wasInside !== null && wasInside !== inside) found.push({ inside, at, between: false })
      wasInside = inside
      continue
    }
    const advanced = advance(state, fix, fence, sensitivities[sensitivity], noRules)
    if (!advanced) continue
    state = advanced.state
    for (const event of advanced.events)
      if (event.type === 'entry' || event.type === 'exit')
        found.push({ inside: event.type === 'entry', at, between: event.between })
  }
  return found
}

const counts = { events: 0, false: 0, truth: 0, missed: 0, late: 0, passed: 0, falselyPassed: 0 }
type Counts = typeof counts

/**
 * Pairs events with changes one to one: an event belongs to the last change within ten fixes before it that has none; a
 * true crossing to the first event from three fixes before it (noise, or a shallow crossing just before) until the next.
 */
function compare(trace: readonly TraceFix[], fence: PreparedFence, events: readonly Raised[], into: Counts) {
  const { all, deep } = cleanChanges(trace, fence)
  const excused = new Set<Change>()
  for (const { inside, at, between } of events) {
    into.events += 1
    if (between) {
      into.passed += 1
      const [from, to] = [trace[at - 1], trace[at]]
      const isTrue = from && to && fence.insideBetween(from.place, to.place).length > 0
      if (!isTrue) into.falselyPassed += 1
      if (!isTrue) into.false += 1
      continue
    }
    const change = all.findLast((one) => one.inside === inside && one.at <= at + 1 && !excused.has(one))
    if (change && at - change.at <= 10) excused.add(change)
    else into.false += 1
  }
  const paired = new Set<Raised>()
  for (const [order, change] of deep.entries()) {
    into.truth += 1
    const next = deep[order + 1]?.at ?? trace.length
    const event = events.find(
      (one) =>
        one.inside === change.inside &&
        !one.between &&
        !paired.has(one) &&
        one.at >= change.at - 3 &&
        one.at <= next,
    )
    if (event) paired.add(event)
    const startedAt = trace[change.at]?.time ?? 0
    if (!event) into.missed += 1
    else if (event.at - change.at > 2 && (trace[event.at]?.time ?? 0) - startedAt > 30_000) into.late += 1
  }
}

function measure(sensitivity: Sensitivity | null): Counts {
  const into = { ...counts }
  for (const [vehicle, trace] of traces.entries())
    for (const fence of fences) compare(trace, fence, raised(noisy[vehicle] ?? [], fence, sensitivity), into)
  return into
}

const rows: Record<string, Metric> = {}
for (const sensitivity of [null, 'low', 'medium', 'high'] as const) {
  const name = sensitivity ?? 'without protection'
  const found = measure(sensitivity)
  // The sensitivity that a fence has unless another is chosen must hold; the others are a choice.
  const within = sensitivity === 'medium' ? (value: number) => atMost(value, '%', 1) : recordedShare
  rows[`${name}: events`] = recorded(found.events, 'events')
  rows[`${name}: of these passed between reports`] = recorded(found.passed, 'events')
  rows[`${name}: of these falsely`] = recorded(found.falselyPassed, 'events')
  rows[`${name}: true crossings`] = recorded(found.truth, 'crossings')
  rows[`${name}: false`] = within((100 * found.false) / found.events)
  rows[`${name}: missed`] = within((100 * found.missed) / found.truth)
  rows[`${name}: later than two reports and 30 s`] = within((100 * found.late) / found.truth)
}
report('flapping', rows)

function recordedShare(value: number): Metric {
  return recorded(value, '%')
}
