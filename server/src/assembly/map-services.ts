import type { ServerService } from '@rumbo/contract/monitoring.status.contract'
import type { Geocoding, Roads } from '../places/index.ts'

const service = (part: string, more: Pick<ServerService, 'state' | 'reason' | 'figures'>): ServerService => ({
  name: 'maps',
  part,
  since: null,
  ...more,
})
type Upstream = ReturnType<Geocoding['status']>
/** The state of an external service; while its breaker is open, the built-in engines are used. */
const isAway = (upstream: Upstream) => upstream !== null && upstream.breaker === 'open'
function figuresOf(upstream: Upstream): Record<string, number> {
  if (upstream === null) return {}
  const figures: Record<string, number> = { asked: upstream.counts.asked }
  if (upstream.medianMs !== null) figures.medianMs = upstream.medianMs
  return figures
}

/** The state of roads and geocoding for the server panel. */
export function mapServices({
  roads,
  geocoding,
}: {
  roads: Pick<Roads, 'status'>
  geocoding: Pick<Geocoding, 'status'>
}): ServerService[] {
  const { upstream, engines } = roads.status()
  const regions = new Set(engines.flatMap((engine) => (engine.isAvailable ? engine.regions : []))).size
  const isEngineAway = engines.some((engine) => engine.regions.length > 0 && engine.breaker === 'open')
  const figures = { regions, ...figuresOf(upstream) }
  const addresses = geocoding.status()
  return [
    isAway(upstream) || isEngineAway
      ? service('roads', { state: 'degraded', reason: 'engine_away', figures })
      : upstream === null && regions === 0
        ? service('roads', { state: 'off', reason: 'fallback', figures })
        : service('roads', { state: 'up', reason: null, figures }),
    isAway(addresses)
      ? service('geocoding', { state: 'degraded', reason: 'engine_away', figures: figuresOf(addresses) })
      : service('geocoding', { state: 'up', reason: null, figures: figuresOf(addresses) }),
  ]
}
