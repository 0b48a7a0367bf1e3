import { useState } from 'react'
import { localSettings } from '../app/session/storage.ts'

export interface PaneWidths {
  waiting: number
  monitoring: number
}
export const paneBounds = { least: 260, most: 560 } as const
const usual: PaneWidths = { waiting: 340, monitoring: 320 }

const withinBounds = (width: number): number =>
  Math.round(Math.min(paneBounds.most, Math.max(paneBounds.least, width)))

const keyOf = (userId: string) => `dispatchPanes.${userId}`

function read(userId: string): PaneWidths {
  try {
    const kept = JSON.parse(localSettings.getItem(keyOf(userId)) ?? '{}') as Partial<PaneWidths>
    return {
      waiting: withinBounds(kept.waiting ?? usual.waiting),
      monitoring: withinBounds(kept.monitoring ?? usual.monitoring),
    }
  } catch {
    return usual
  }
}

/** Widths of the outer panes in pixels, kept for each user of this browser. */
export function usePaneWidths(userId: string) {
  const [widths, setWidths] = useState(() => read(userId))
  return {
    widths,
    resize(pane: keyof PaneWidths, width: number) {
      const next = { ...widths, [pane]: withinBounds(width) }
      setWidths(next)
      localSettings.setItem(keyOf(userId), JSON.stringify(next))
    },
    reset(pane: keyof PaneWidths) {
      this.resize(pane, usual[pane])
    },
  }
}
