/** Epoch milliseconds. */
export interface TimeView {
  fromMs: number
  toMs: number
}

const leastMs = 120_000
const halfHourMs = 1_800_000

const lengthOf = ({ fromMs, toMs }: TimeView) => toMs - fromMs

/** A view of a length around a moment, within the whole; null where that is all of it. */
function viewAround(atMs: number, lengthMs: number, whole: TimeView): TimeView | null {
  if (lengthMs >= lengthOf(whole)) return null
  const fromMs = Math.max(whole.fromMs, Math.min(whole.toMs - lengthMs, atMs - lengthMs / 2))
  return { fromMs, toMs: fromMs + lengthMs }
}

/**
 * A view that shows so many times as much (or less, below 1), around a moment; never less than two minutes.
 * @returns null where it shows everything
 */
export const zoomView = (view: TimeView, whole: TimeView, atMs: number, times: number): TimeView | null =>
  viewAround(atMs, Math.max(Math.min(leastMs, lengthOf(whole) / 2), lengthOf(view) * times), whole)

const isInView = ({ fromMs, toMs }: TimeView, atMs: number): boolean => atMs >= fromMs && atMs <= toMs

/** The view moved on until a moment is in it: near its start going forward, near its end going back. */
export function viewWith(view: TimeView, whole: TimeView, atMs: number): TimeView {
  if (isInView(view, atMs)) return view
  const part = atMs > view.toMs ? 0.4 : -0.4
  return viewAround(atMs + part * lengthOf(view), lengthOf(view), whole) ?? whole
}

/**
 * What is replayed does not leave the view.
 * @param isCarried the day went on and took the moment along: a view of its past stays where it is
 */
export const viewAfter = (
  view: TimeView,
  whole: TimeView,
  { formerMs, atMs, isCarried }: { formerMs: number; atMs: number; isCarried: boolean },
): TimeView => (isCarried && !isInView(view, formerMs) ? view : viewWith(view, whole, atMs))

/** A trip or a stop with a little of what is around it; null where that is the whole. */
export const viewOfLeg = (leg: { startMs: number; endMs: number }, whole: TimeView): TimeView | null =>
  viewAround((leg.startMs + leg.endMs) / 2, Math.max(leastMs, (leg.endMs - leg.startMs) * 1.2), whole)

/** Of a day that goes on, what has been: to the next half hour of it. */
export const passedOf = (day: TimeView, lastMs: number): TimeView => ({
  fromMs: day.fromMs,
  toMs: Math.min(
    day.toMs,
    day.fromMs + Math.max(2, Math.floor((lastMs - day.fromMs) / halfHourMs) + 1) * halfHourMs,
  ),
})
