import { labelFamily } from '../../map/marks/mark-sprites.ts'
import { routeTokens, type SchemeName, tokens } from '../../ui/theme/tokens.ts'

/** Everything that makes one image of a mark differ from another. */
export type PlanImage =
  | { kind: 'depot' }
  | { kind: 'order'; isSelected: boolean }
  | {
      kind: 'stop'
      text: string
      /** Index of the route's colour. */
      colour: number
      isStrong: boolean
      isSelected: boolean
      isWrong: boolean
      isMoved: boolean
      isReordered: boolean
    }

/** Pixels of the image per CSS pixel. */
export const markRatio = 2
const sidePixels = 40
/** Of the ring around what changes only its place in its route. */
const reorderedDash = [4.5, 3]
/** What most stops and orders take: the map draws thousands of these, and every pixel of them. */
const smallSidePixels = 24
const sideOf = (image: PlanImage): number =>
  image.kind === 'order' ||
  (image.kind === 'stop' &&
    !image.isStrong &&
    !image.isSelected &&
    !image.isMoved &&
    !image.isReordered &&
    !image.isWrong)
    ? smallSidePixels
    : sidePixels

export const imageIdOf = (image: PlanImage): string =>
  image.kind === 'stop'
    ? `plan/stop/${image.colour}/${image.text}/${[image.isStrong, image.isSelected, image.isWrong, image.isMoved, image.isReordered].map(Number).join('')}`
    : image.kind === 'order'
      ? `plan/order/${Number(image.isSelected)}`
      : 'plan/depot'

/** A mark as pixels: number and disc are one image, so that of overlapping ones the upper is legible. Null without a canvas. */
export function markImage(image: PlanImage, scheme: SchemeName): ImageData | null {
  const canvas = document.createElement('canvas')
  const side = sideOf(image)
  canvas.width = side * markRatio
  canvas.height = side * markRatio
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  pen.scale(markRatio, markRatio)
  pen.translate(side / 2, side / 2)
  if (image.kind === 'depot') drawDepot(pen, scheme)
  else if (image.kind === 'order') drawOrder(pen, scheme, image.isSelected)
  else drawStop(pen, scheme, image)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

function disc(pen: CanvasRenderingContext2D, radius: number, fill: string, stroke: string, width = 2): void {
  pen.beginPath()
  pen.arc(0, 0, radius, 0, 2 * Math.PI)
  pen.fillStyle = fill
  pen.fill()
  pen.lineWidth = width
  pen.strokeStyle = stroke
  pen.stroke()
}

function drawStop(
  pen: CanvasRenderingContext2D,
  scheme: SchemeName,
  {
    text,
    colour: at,
    isStrong,
    isSelected,
    isWrong,
    isMoved,
    isReordered,
  }: Extract<PlanImage, { kind: 'stop' }>,
): void {
  const colour = tokens[scheme]
  const tone = isWrong ? colour.critical : colour[routeTokens[at] ?? 'route1']
  const radius = isStrong ? 12 : 9.5
  if (isSelected) disc(pen, radius + 4, colour.surface, colour.text, 2.5)
  else if (isMoved) disc(pen, radius + 4, colour.surface, colour.active, 3)
  else if (isReordered) {
    pen.setLineDash(reorderedDash)
    disc(pen, radius + 4, colour.surface, colour.active, 3)
    pen.setLineDash([])
  }
  if (isStrong) disc(pen, radius, tone, colour.surface, 2)
  else disc(pen, radius, colour.surface, tone, 2)
  pen.font = `700 ${isStrong ? 12.5 : 11}px ${labelFamily}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = isStrong ? colour.markInk : tone
  pen.fillText(text, 0, 0.5)
  if (isWrong) drawSign(pen, radius, colour.critical, colour.surface)
}

/** An exclamation mark at the upper right: what is wrong is not shown by colour alone. */
function drawSign(pen: CanvasRenderingContext2D, radius: number, tone: string, surface: string): void {
  pen.save()
  pen.translate(radius * 0.8, -radius * 0.8)
  disc(pen, 5.5, tone, surface, 1.5)
  pen.fillStyle = surface
  pen.font = `700 9px ${labelFamily}`
  pen.fillText('!', 0, 0.5)
  pen.restore()
}

function drawOrder(pen: CanvasRenderingContext2D, scheme: SchemeName, isSelected: boolean): void {
  const colour = tokens[scheme]
  disc(pen, 9, colour.surface, colour.surface, 1)
  disc(
    pen,
    isSelected ? 7.5 : 6.5,
    isSelected ? colour.primary : colour.surface,
    isSelected ? colour.text : colour.textSoft,
    2.5,
  )
}

function drawDepot(pen: CanvasRenderingContext2D, scheme: SchemeName): void {
  const colour = tokens[scheme]
  pen.beginPath()
  pen.roundRect(-14, -14, 28, 28, 7)
  pen.fillStyle = colour.text
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = colour.surface
  pen.stroke()
  pen.beginPath()
  pen.moveTo(-8, 8)
  pen.lineTo(-8, -3)
  pen.lineTo(0, -8)
  pen.lineTo(8, -3)
  pen.lineTo(8, 8)
  pen.moveTo(-4, 8)
  pen.lineTo(-4, 1)
  pen.lineTo(4, 1)
  pen.lineTo(4, 8)
  pen.lineJoin = 'round'
  pen.stroke()
}
