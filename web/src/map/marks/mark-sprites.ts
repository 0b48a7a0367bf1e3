import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { clusterArcs, type StatusCounts, vehicleMarkStatuses } from '../../ui/vehicle-mark.ts'
import { imageSvg } from '../layers/vehicle-images.ts'

/** Rings and labels vary without limit, so only the most recent of each kind are kept. */
const maxKept = 2_000
/** Ring proportions are rounded to distinguishable steps, so that few images serve many clusters. */
const ringSteps = 24
const ringPixels = 44
export const labelFamily = '"Inter Variable", Inter, "Noto Sans", system-ui, sans-serif'

/** An image with its size in CSS pixels. */
export interface Sprite {
  picture: CanvasImageSource
  width: number
  height: number
}

function canvasOf(width: number, height: number, pixelRatio: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * pixelRatio)
  canvas.height = Math.ceil(height * pixelRatio)
  const pen = canvas.getContext('2d')
  pen?.scale(pixelRatio, pixelRatio)
  return { canvas, pen }
}

/** A cache of the most recently used entries. */
function shelf<Kept>(make: (name: string) => Kept, most = maxKept) {
  const kept = new Map<string, Kept>()
  return {
    get: (name: string): Kept => {
      const found = kept.get(name)
      if (found !== undefined) return found
      if (kept.size >= most) for (const oldest of [...kept.keys()].slice(0, most / 4)) kept.delete(oldest)
      const made = make(name)
      kept.set(name, made)
      return made
    },
    clear: () => kept.clear(),
  }
}

/** Counts as parts of a whole; every count above 0 gets at least one part. */
export function ringName(counts: ArrayLike<number>): string {
  let total = 0
  for (let at = 0; at < counts.length; at += 1) total += counts[at] ?? 0
  return Array.from(counts, (count) =>
    count === 0 ? 0 : Math.max(1, Math.round((count / total) * ringSteps)),
  ).join('/')
}

/**
 * Images of marks, rings and labels for the map, each drawn once per scheme and pixel ratio. Marks are rendered from
 * SVG asynchronously: until then the result is null, and `onReady` is called afterwards.
 */
export function createMarkSprites(options: { scheme: SchemeName; pixelRatio: number; onReady: () => void }) {
  const { pixelRatio } = options
  let { scheme } = options

  const marks = shelf((id: string): { sprite: Sprite | null } => {
    const slot: { sprite: Sprite | null } = { sprite: null }
    const svg = imageSvg(id, scheme, pixelRatio)
    if (svg === null) return slot
    const image = new Image()
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
    const show = () => {
      const [width, height] = [image.width / pixelRatio, image.height / pixelRatio]
      const { canvas, pen } = canvasOf(width, height, pixelRatio)
      pen?.drawImage(image, 0, 0, width, height)
      slot.sprite = { picture: canvas, width, height }
      options.onReady()
    }
    image.decode().then(show, () => undefined)
    return slot
  })

  const rings = shelf((name: string): Sprite => {
    const { canvas, pen } = canvasOf(ringPixels, ringPixels, pixelRatio)
    const colours = tokens[scheme]
    const parts = name.split('/').map(Number)
    const counts: StatusCounts = Object.fromEntries(
      vehicleMarkStatuses.map((status, at) => [status, parts[at] ?? 0]),
    )
    if (pen !== null) {
      pen.translate(ringPixels / 2, ringPixels / 2)
      pen.fillStyle = colours.surface
      pen.beginPath()
      pen.arc(0, 0, 21.4, 0, 2 * Math.PI)
      pen.fill()
      pen.lineWidth = 4.4
      const arcs = clusterArcs(counts)
      const gap = arcs.length > 1 ? 2.5 : 0
      let from = -90
      for (const { status, degrees } of arcs) {
        pen.strokeStyle = colours[status]
        pen.beginPath()
        pen.arc(0, 0, 18, radians(from + gap), radians(from + degrees - gap))
        pen.stroke()
        from += degrees
      }
    }
    return { picture: canvas, width: ringPixels, height: ringPixels }
  })

  const words = (font: string, haloPixels: number, lineHeight: number) =>
    shelf((text: string): Sprite => {
      const measure = canvasOf(1, 1, 1).pen
      if (measure !== null) measure.font = font
      const width = Math.ceil((measure?.measureText(text).width ?? 0) + 2 * haloPixels + 2)
      const { canvas, pen } = canvasOf(width, lineHeight, pixelRatio)
      if (pen !== null) {
        pen.font = font
        pen.textAlign = 'center'
        pen.textBaseline = 'middle'
        if (haloPixels > 0) {
          pen.strokeStyle = scheme === 'dark' ? tokens.dark.sunken : tokens.light.surface
          pen.lineWidth = haloPixels * 2
          pen.lineJoin = 'round'
          pen.strokeText(text, width / 2, lineHeight / 2)
        }
        pen.fillStyle = tokens[scheme].text
        pen.fillText(text, width / 2, lineHeight / 2)
      }
      return { picture: canvas, width, height: lineHeight }
    })
  const labels = words(`700 11.5px ${labelFamily}`, 1.8, 17)
  const counts = words(`700 14px ${labelFamily}`, 0, 18)
  const longCounts = words(`700 11.5px ${labelFamily}`, 0, 17)
  const clear = () => {
    for (const kept of [marks, rings, labels, counts, longCounts]) kept.clear()
  }
  // Labels drawn before the page's font had loaded are drawn again.
  void document.fonts?.load(`700 14px "Inter Variable"`).then(
    () => {
      for (const kept of [labels, counts, longCounts]) kept.clear()
      options.onReady()
    },
    () => undefined,
  )

  return {
    /** A mark by the name from `markImageId`; null while it is being rendered. */
    mark: (id: string): Sprite | null => marks.get(id).sprite,
    ring: (clusterCounts: ArrayLike<number>): Sprite => rings.get(ringName(clusterCounts)),
    /** A label with a halo, legible over the basemap. */
    label: (text: string): Sprite => labels.get(text),
    /** The number inside a ring. */
    count: (count: number): Sprite =>
      count < 1000
        ? counts.get(String(count))
        : longCounts.get(count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`),
    setScheme: (next: SchemeName) => {
      if (next === scheme) return
      scheme = next
      clear()
    },
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Draws an image centred on a point. */
export function drawSprite(
  pen: CanvasRenderingContext2D,
  { picture, width, height }: Sprite,
  x: number,
  y: number,
): void {
  pen.drawImage(picture, x - width / 2, y - height / 2, width, height)
}

/** As above, aligned to whole pixels to keep labels sharp. */
export function writeSprite(
  pen: CanvasRenderingContext2D,
  { picture, width, height }: Sprite,
  x: number,
  y: number,
  pixelRatio: number,
): void {
  const whole = (edge: number) => Math.round(edge * pixelRatio) / pixelRatio
  pen.drawImage(picture, whole(x - width / 2), whole(y - height / 2), width, height)
}
