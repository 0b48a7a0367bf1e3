/** Epoch milliseconds. */
export interface TimeView {
  fromMs: number
  toMs: number
}

const minMs = 120_000
const halfHourMs = 1_800_000

const lengthOf = ({ fromMs, toMs }: TimeView) => toMs - fromMs

/** A view of this length centred on a moment, within the whole; null if it would show everything. */
function viewAround(atMs: number, lengthMs: number, whole: TimeView): TimeView | null {
  if (lengthMs >= lengthOf(whole)) return null
  const fromMs = Math.max(whole.fromMs, Math.min(whole.toMs - lengthMs, atMs - lengthMs / 2))
  return { fromMs, toMs: fromMs + lengthMs }
}

/**
 * Scales the length of a view by `times` around a moment, to at least two minutes.
 * @returns null if it would show everything
 */
export const zoomView = (view: TimeView, whole: TimeView, atMs: number, times: number): TimeView | null =>
  viewAround(atMs, Math.max(Math.min(minMs, lengthOf(whole) / 2), lengthOf(view) * times), whole)

const isInView = ({ fromMs, toMs }: TimeView, atMs: number): boolean => atMs >= fromMs && atMs <= toMs

/** Moves the view until it contains the moment: near its start going forward, near its end going back. */
export function viewWith(view: TimeView, whole: TimeView, atMs: number): TimeView {
  if (isInView(view, atMs)) return view
  const part = atMs > view.toMs ? 0.4 : -0.4
  return viewAround(atMs + part * lengthOf(view), lengthOf(view), whole) ?? whole
}

/**
 * Keeps the moment of the replay in view.
 * @param isCarried new data of the current day moved the moment: a view of earlier hours stays
 */
export const viewAfter = (
  view: TimeView,
  whole: TimeView,
  { formerMs, atMs, isCarried }: { formerMs: number; atMs: number; isCarried: boolean },
): TimeView => (isCarried && !isInView(view, formerMs) ? view : viewWith(view, whole, atMs))

/** A trip or a stop with some margin; null if that is everything. */
export const viewOfLeg = (leg: { startMs: number; endMs: number }, whole: TimeView): TimeView | null =>
  viewAround((leg.startMs + leg.endMs) / 2, Math.max(minMs, (leg.endMs - leg.startMs) * 1.2), whole)

/** The part of a running day up to the end of the current half hour. */
export const passedOf = (day: TimeView, lastMs: number): TimeView => ({
  fromMs: day.fromMs,
  toMs: Math.min(
    day.toMs,
    day.fromMs + Math.max(2, Math.floor((lastMs - day.fromMs) / halfHourMs) + 1) * halfHourMs,
  ),
})
