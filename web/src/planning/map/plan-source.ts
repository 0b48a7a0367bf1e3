import type { GeoJSONSource, GeoJSONSourceDiff } from 'maplibre-gl'

type Feature = NonNullable<GeoJSONSourceDiff['add']>[number]

/** A point, or a line of several: longitude and latitude each. */
export interface PlanFeature {
  /** Different from those of all others in its source. */
  id: string
  points: readonly (readonly [number, number])[]
  properties: Readonly<Record<string, string | number | boolean | null>>
}

/** What a source of the map shows. The map is given what changed only: drawing thousands of features anew takes it long. */
export function createPlanSource(source: () => Pick<GeoJSONSource, 'updateData'> | undefined) {
  let shown = new Map<string, PlanFeature>()
  return {
    show(features: readonly PlanFeature[]): void {
      const to = source()
      if (to === undefined) return
      const next = new Map(features.map((feature) => [feature.id, feature]))
      const remove = [...shown.keys()].filter((id) => !next.has(id))
      const add = features.filter((feature) => !isSame(feature, shown.get(feature.id)))
      shown = next
      if (remove.length + add.length > 0) void to.updateData({ remove, add: add.map(toMap) })
    },
    /** The map was made anew, and shows nothing. */
    forget(): void {
      shown = new Map()
    },
  }
}

function isSame(one: PlanFeature, other: PlanFeature | undefined): boolean {
  if (other === undefined || one.points.length !== other.points.length) return false
  for (const key in one.properties) if (one.properties[key] !== other.properties[key]) return false
  for (const key in other.properties) if (!(key in one.properties)) return false
  return (
    one.points === other.points ||
    one.points.every(([longitude, latitude], at) => {
      const was = other.points[at]
      return was !== undefined && was[0] === longitude && was[1] === latitude
    })
  )
}

function toMap({ id, points, properties }: PlanFeature): Feature {
  const coordinates = points.map(([longitude, latitude]) => [longitude, latitude])
  const [first] = coordinates
  return {
    type: 'Feature',
    id,
    geometry:
      first !== undefined && coordinates.length === 1
        ? { type: 'Point', coordinates: first }
        : { type: 'LineString', coordinates },
    properties,
  }
}
