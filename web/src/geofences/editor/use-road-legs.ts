import { findRoute } from '@rumbo/contract/places.roads.contract'
import { useEffect, useRef } from 'react'
import { useData } from '../../app/data/use-data.ts'
import { roadOf, wantedLegs } from './draft-path.rules.ts'
import type { DraftAction, ShapeDraft } from './shape-draft.rules.ts'

/** Pause in milliseconds after the last change, so that a vertex that is being dragged asks for nothing. */
const pauseMs = 250

/**
 * Finds the roads of the legs that are to follow them. A leg stays straight where there is no road, where only an estimate is
 * known, and where the server does not answer.
 */
export function useRoadLegs({ kind, vertices }: ShapeDraft, dispatch: (action: DraftAction) => void): void {
  const { call } = useData()
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (kind !== 'route') return
    const legs = wantedLegs(vertices)
    if (legs.length === 0) return
    const find = async (leg: (typeof legs)[number]) => {
      const key = JSON.stringify(leg)
      if (asked.current.has(key)) return
      asked.current.add(key)
      try {
        const { line, isEstimate } = await call(findRoute, { body: { points: [leg.from, leg.to] } })
        dispatch({ type: 'road', ...leg, road: isEstimate || line.length < 2 ? 'none' : roadOf(line) })
      } catch {
        dispatch({ type: 'road', ...leg, road: 'none' })
      } finally {
        asked.current.delete(key)
      }
    }
    const timer = setTimeout(() => {
      for (const leg of legs) void find(leg)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [kind, vertices, call, dispatch])
}
