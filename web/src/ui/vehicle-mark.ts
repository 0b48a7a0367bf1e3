import { type SchemeName, type StatusToken, token, tokens } from './theme/tokens.ts'

/** Vehicle statuses, the most severe first. */
export const vehicleMarkStatuses = [
  'critical',
  'alarmed',
  'occupied',
  'en_route',
  'in_service',
  'active',
  'inactive',
  'maintenance',
  'out_of_service',
] as const satisfies readonly StatusToken[]
export type VehicleMarkStatus = (typeof vehicleMarkStatuses)[number]

/** One SVG element of a mark; attributes in React's notation. */
export interface MarkPart {
  tag: 'path' | 'circle' | 'rect' | 'g'
  attributes: Readonly<Record<string, string | number>>
  children?: readonly MarkPart[]
}

interface Paint {
  colour: (name: StatusToken) => string
  ink: string
  surface: string
  selection: string
}

/** Colours that follow the scheme of the page. */
export const pagePaint: Paint = {
  colour: token,
  ink: token('markInk'),
  surface: token('surface'),
  selection: token('primaryText'),
}

const schemePaint = (scheme: SchemeName): Paint => ({
  colour: (name) => tokens[scheme][name],
  ink: tokens[scheme].markInk,
  surface: tokens[scheme].surface,
  selection: tokens[scheme].primaryText,
})

/** The mark has a diameter of 26 units, centred on 0,0; beak and rings reach 24 units from the centre. */
export const markUnits = { across: 26, reach: 25 } as const

type Shape = 'octagon' | 'triangle' | 'disc' | 'diamond' | 'hollowDisc' | 'hollowSquare'

const shapeOf: Record<VehicleMarkStatus, Shape> = {
  critical: 'octagon',
  alarmed: 'triangle',
  active: 'disc',
  occupied: 'disc',
  en_route: 'disc',
  in_service: 'diamond',
  inactive: 'hollowDisc',
  maintenance: 'hollowSquare',
  out_of_service: 'hollowSquare',
}

const circle = (r: number, attributes: MarkPart['attributes'] = {}): MarkPart => ({
  tag: 'circle',
  attributes: { cx: 0, cy: 0, r, ...attributes },
})
const path = (d: string, attributes: MarkPart['attributes'] = {}): MarkPart => ({
  tag: 'path',
  attributes: { d, ...attributes },
})

const outlines: Record<Shape, MarkPart> = {
  octagon: path('M-5.2-12.6H5.2L12.6-5.2V5.2L5.2 12.6H-5.2L-12.6 5.2V-5.2Z'),
  triangle: path('M0-13.2 14.4 11.6H-14.4Z'),
  disc: circle(13),
  diamond: path('M0-14.6 14.6 0 0 14.6-14.6 0Z'),
  hollowDisc: circle(12.2),
  hollowSquare: { tag: 'rect', attributes: { x: -12, y: -12, width: 24, height: 24, rx: 4.5 } },
}

const lines = (d: string, strokeWidth: number): MarkPart =>
  path(d, { strokeWidth, fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' })
const dot = (cx: number, cy: number, r: number): MarkPart => circle(r, { cx, cy, stroke: 'none' })

const glyphs: Record<VehicleMarkStatus, readonly MarkPart[]> = {
  critical: [lines('M0-5.6V.8', 2.8), dot(0, 5, 1.7)],
  alarmed: [lines('M0-3.6V2.2', 2.6), dot(0, 6.4, 1.6)],
  active: [lines('M-5 .4-1.6 3.8 5.2-3.2', 2.1)],
  occupied: [
    circle(2.7, { cy: -3, fill: 'none', strokeWidth: 1.7 }),
    lines('M-5.3 5.2c0-4 10.6-4 10.6 0Z', 1.7),
  ],
  en_route: [circle(5.6, { fill: 'none', strokeWidth: 3.2 })],
  in_service: [circle(6, { fill: 'none', strokeWidth: 1.6 }), lines('M0-3.2V.3L2.5 1.9', 1.6)],
  inactive: [
    lines('M-2.9 1.9a4.4 4.4 0 0 1 5.8 0M-5.8-1.3a8.6 8.6 0 0 1 4.2-2.1M2-3.3a8.6 8.6 0 0 1 3.8 2', 1.6),
    dot(0, 5, 1.5),
    lines('M-5.6-5.6 5.6 5.6', 1.6),
  ],
  maintenance: [
    lines('M1.6 1.6 5.2 5.2M-5.6-3a3.9 3.9 0 0 0 5.4 4.5M-3-5.6a3.9 3.9 0 0 1 4.5 5.4', 1.7),
    lines('M-5.6-3-3.6-1.2-1.4-1.4-1.2-3.6-3-5.6M1.2 2.8 4.2 6.2a1.45 1.45 0 0 0 2-2L2.8 1.2', 1.5),
  ],
  out_of_service: [circle(5.8, { fill: 'none', strokeWidth: 1.6 }), lines('M-4 -4 4 4', 1.6)],
}

export interface VehicleMarkLook {
  status: VehicleMarkStatus
  /** Degrees clockwise from north; null or undefined: no beak. */
  headingDegrees?: number | null
  isSelected?: boolean
  /** The position is old: grey, or a dashed outline for a hollow disc. */
  isStale?: boolean
}

/** The elements of a mark, back to front. */
export function vehicleMarkParts(look: VehicleMarkLook, paint: Paint): MarkPart[] {
  const { status, headingDegrees, isSelected = false, isStale = false } = look
  const shape = shapeOf[status]
  const isHollow = shape === 'hollowDisc' || shape === 'hollowSquare'
  const colour = paint.colour(isStale ? 'inactive' : status)
  const outline = outlines[shape]
  const parts: MarkPart[] = []

  if (isSelected) {
    parts.push(
      circle(22.5, { fill: paint.selection, fillOpacity: 0.18, stroke: paint.selection, strokeWidth: 2.2 }),
    )
  } else if (status === 'critical') {
    parts.push(circle(22, { fill: colour, fillOpacity: 0.16, stroke: colour, strokeWidth: 1.8 }))
  }
  if (typeof headingDegrees === 'number') {
    parts.push(
      path('M0-23.4 5-15.6H-5Z', {
        transform: `rotate(${Math.round(headingDegrees)})`,
        fill: colour,
        stroke: paint.ink,
        strokeWidth: 1.4,
        strokeLinejoin: 'round',
        paintOrder: 'stroke',
      }),
    )
  }
  parts.push({
    tag: outline.tag,
    attributes: {
      ...outline.attributes,
      fill: paint.ink,
      stroke: paint.ink,
      strokeWidth: 4.4,
      strokeLinejoin: 'round',
    },
  })
  const attributes: Record<string, string | number> = isHollow
    ? { ...outline.attributes, fill: paint.surface, stroke: colour, strokeWidth: 2 }
    : { ...outline.attributes, fill: colour, stroke: colour, strokeWidth: 1, strokeLinejoin: 'round' }
  if (shape === 'hollowDisc' && isStale) attributes.strokeDasharray = '3.4 2.6'
  parts.push({ tag: outline.tag, attributes })
  const glyphColour = isHollow ? colour : paint.ink
  parts.push({ tag: 'g', attributes: { fill: glyphColour, stroke: glyphColour }, children: glyphs[status] })
  return parts
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function partText({ tag, attributes, children = [] }: MarkPart): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name === 'viewBox' ? name : kebab(name)}="${value}"`)
    .join('')
  return children.length === 0
    ? `<${tag}${written}/>`
    : `<${tag}${written}>${children.map(partText).join('')}</${tag}>`
}

function svgText(sizePixels: number, reach: number, inner: string): string {
  const box = `${-reach} ${-reach} ${reach * 2} ${reach * 2}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePixels}" height="${sizePixels}" viewBox="${box}">${inner}</svg>`
}

export interface VehicleMarkSvgOptions extends VehicleMarkLook {
  theme: SchemeName
  /** Diameter of the mark in CSS pixels; the image is larger because of beak and rings (× 50/26). Default: 26. */
  size?: number
  pixelRatio?: number
}

/** A mark as SVG text for the map's sprite, centred on the vehicle's position. */
export function vehicleMarkSvg({ theme, size = 26, pixelRatio = 1, ...look }: VehicleMarkSvgOptions): string {
  const { across, reach } = markUnits
  const pixels = Math.ceil(((size * reach * 2) / across) * pixelRatio)
  return svgText(pixels, reach, vehicleMarkParts(look, schemePaint(theme)).map(partText).join(''))
}

export type StatusCounts = Partial<Record<VehicleMarkStatus, number>>

const smallestArcDegrees = 16

/** Degrees per status, most severe first; statuses that occur get at least `smallestArcDegrees`. */
export function clusterArcs(counts: StatusCounts): { status: VehicleMarkStatus; degrees: number }[] {
  const present = vehicleMarkStatuses.filter((status) => (counts[status] ?? 0) > 0)
  const total = present.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  const raised = present.map((status) => ({
    status,
    degrees: Math.max(((counts[status] ?? 0) / total) * 360, smallestArcDegrees),
  }))
  const sum = raised.reduce((all, { degrees }) => all + degrees, 0)
  return raised.map(({ status, degrees }) => ({ status, degrees: (degrees / sum) * 360 }))
}

const point = (degrees: number, r: number): string => {
  const radians = ((degrees - 90) * Math.PI) / 180
  return `${(Math.cos(radians) * r).toFixed(2)} ${(Math.sin(radians) * r).toFixed(2)}`
}

/**
 * A cluster as SVG text: a ring divided by its statuses, with the count inside. `size` is the diameter in CSS pixels.
 * Default: 44. A map that draws the count in its own font omits it here.
 */
export function clusterRingSvg(
  counts: StatusCounts,
  theme: SchemeName,
  {
    size = 44,
    pixelRatio = 1,
    hasCount = true,
  }: { size?: number; pixelRatio?: number; hasCount?: boolean } = {},
): string {
  const colours = tokens[theme]
  const arcs = clusterArcs(counts)
  const total = arcs.reduce((sum, { status }) => sum + (counts[status] ?? 0), 0)
  let from = 0
  const ring = arcs.map(({ status, degrees }) => {
    const [start, end] = [from, from + degrees]
    from = end
    if (arcs.length === 1)
      return partText(circle(18, { fill: 'none', stroke: colours[status], strokeWidth: 4.4 }))
    const gap = 2.5
    const d = `M${point(start + gap, 18)}A18 18 0 ${degrees > 180 ? 1 : 0} 1 ${point(end - gap, 18)}`
    return partText(path(d, { fill: 'none', stroke: colours[status], strokeWidth: 4.4 }))
  })
  const label = total > 9999 ? `${Math.floor(total / 1000)}k` : String(total)
  const fontSize = label.length > 3 ? 11.5 : 14
  const text = `<text y="${fontSize * 0.36}" text-anchor="middle" font-family="Inter Variable, Inter, system-ui, sans-serif" font-weight="700" font-size="${fontSize}" fill="${colours.text}">${label}</text>`
  const disc = partText(circle(21.4, { fill: colours.surface }))
  return svgText(Math.ceil(size * pixelRatio), 22, disc + ring.join('') + (hasCount ? text : ''))
}
