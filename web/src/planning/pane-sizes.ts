import { useState } from 'react'
import { localSettings } from '../app/session/storage.ts'

export interface PaneSizes {
  /** Widths in pixels. */
  pool: number
  panel: number
  /** Height in pixels. */
  timeline: number
}
export const sizeBounds = {
  pool: { least: 260, most: 560 },
  panel: { least: 260, most: 560 },
  timeline: { least: 140, most: 720 },
} as const satisfies Record<keyof PaneSizes, { least: number; most: number }>
const usualSizes: PaneSizes = { pool: 326, panel: 320, timeline: 300 }

const within = (pane: keyof PaneSizes, size: number): number =>
  Math.round(Math.min(sizeBounds[pane].most, Math.max(sizeBounds[pane].least, size)))
const keyOf = (userId: string) => `planningPanes.${userId}`

function read(userId: string): PaneSizes {
  try {
    const kept = JSON.parse(localSettings.getItem(keyOf(userId)) ?? '{}') as Partial<PaneSizes>
    return {
      pool: within('pool', kept.pool ?? usualSizes.pool),
      panel: within('panel', kept.panel ?? usualSizes.panel),
      timeline: within('timeline', kept.timeline ?? usualSizes.timeline),
    }
  } catch {
    return usualSizes
  }
}

/** Sizes of the panes around the map, kept for each user of this browser. */
export function usePaneSizes(userId: string) {
  const [sizes, setSizes] = useState(() => read(userId))
  return {
    sizes,
    resize(pane: keyof PaneSizes, size: number) {
      const next = { ...sizes, [pane]: within(pane, size) }
      setSizes(next)
      localSettings.setItem(keyOf(userId), JSON.stringify(next))
    },
    reset(pane: keyof PaneSizes) {
      this.resize(pane, usualSizes[pane])
    },
  }
}
