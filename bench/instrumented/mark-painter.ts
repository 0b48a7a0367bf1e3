import * as marks from '@rumbo/web/map/marks/mark-painter'

export * from '@rumbo/web/map/marks/mark-painter'

/** The build of a bench has this function on the page of the map. */
export type WithShownFixes = typeof globalThis & { shownFixes?: () => Float64Array }

/**
 * Replaces the painter of the vehicles in the build of a bench: the same painter, which remembers what it painted last.
 * `shownFixes` gives, of each vehicle in view, clusters included, the fix it was painted with and the moment the
 * painted place stands for (earlier while it glides), in pairs of epoch milliseconds.
 */
export function createMarkPainter(options: marks.MarkPainterOptions) {
  const painter = marks.createMarkPainter(options)
  const { table } = options
  let last: marks.Painting | null = null
  let paintedFixes = new Float64Array()

  const shownFixes = () => {
    if (last === null) return new Float64Array()
    const { scene, view, nowMs } = last
    const alone = new Set(marks.canGlide(scene) ? scene.singles : [])
    const { endMs, startMs } = table.columns()
    const found: number[] = []
    for (let slot = 0; slot < paintedFixes.length; slot += 1) {
      if (table.idOf(slot) === '') continue
      const at = marks.placed({ x: table.xAt(slot, 1), y: table.yAt(slot, 1) }, view)
      if (at.x < 0 || at.y < 0 || at.x > view.width || at.y > view.height) continue
      const fix = paintedFixes[slot] ?? 0
      const left = alone.has(slot) ? 1 - table.shareAt(slot, nowMs) : 0
      found.push(fix, fix - left * ((endMs[slot] ?? 0) - (startMs[slot] ?? 0)))
    }
    return Float64Array.from(found)
  }
  Object.assign(globalThis, { shownFixes })

  return {
    ...painter,
    paint(painting: marks.Painting) {
      // A scene is composed of the fixes of its moment, and painted until something has changed.
      if (painting.scene !== last?.scene) paintedFixes = table.columns().fixAtMs.slice(0, table.size())
      painter.paint(painting)
      last = painting
    },
  }
}
