import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { createLabelRoom, type LabelBox, labelBoxes, pinBox, pinLabelBoxes } from './label-room.ts'
import { type SceneView, zoomOf } from './mark-gather.ts'
import { isUrgent, type Picked, type Scene } from './mark-scene.ts'
import { createMarkSprites, drawSprite, type Sprite, writeSprite } from './mark-sprites.ts'
import { type MarkTable, shortWay, type WorldPoint } from './mark-table.ts'

/** Touch targets have a diameter of 44 px, marks of 26 px. */
const reachPixels = 22
/** Marks closer than this many pixels cannot be distinguished by touch. */
const sameSpotPixels = 8
/** With more marks than this in view, numbers show from street level on only. */
const maxLabelled = 600
const labelFromZoom = 14
/** If more marks than this move at once, they are not animated, which would block other work. */
const maxGliding = 400

/** Input of a paint besides the marks themselves. */
export interface Painting {
  scene: Scene
  view: SceneView
  nowMs: number
  chosenId: string | null
  /** The mark under the pointer. */
  pointedId: string | null
  /** Vehicles whose labels always show. */
  labelled: ReadonlyMap<string, string> | undefined
  /** Where pins stand on the basemap: labels keep clear of them. */
  pins: readonly PaintedPin[]
}

/** A pin of the basemap; its texts are written where there is room, the first that fits. */
export interface PaintedPin extends WorldPoint {
  texts: readonly string[]
}

export interface MarkPainterOptions {
  /** The element that the marks are painted on top of. */
  below: HTMLElement
  scheme: SchemeName
  table: MarkTable
  /** Image name and label of a mark. */
  lookOf: (slot: number, nowMs: number, isChosen: boolean) => { image: string; label: string }
  /** A missing image has loaded. */
  onReady: () => void
}

interface PaintedMark {
  x: number
  y: number
  picked: Picked
}

/** Converts a place to pixels, the short way round the world. */
export const placed = ({ x, y }: WorldPoint, view: SceneView) => ({
  x: shortWay(x - view.centre.x) * view.worldPixels + view.width / 2,
  y: (y - view.centre.y) * view.worldPixels + view.height / 2,
})

export const canGlide = (scene: Scene): boolean => scene.singles.length <= maxGliding

/**
 * Paints a scene on a canvas over the basemap, and finds marks at a place. Labels overlap neither each other nor
 * marks; chosen, hovered and named ones have priority, then urgent ones, then those already shown.
 */
export function createMarkPainter(options: MarkPainterOptions) {
  const { below, table, lookOf } = options
  let { scheme } = options
  const pixelRatio = Math.min(2, Math.max(1, window.devicePixelRatio || 1))
  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none'
  below.after(canvas)
  const pen = canvas.getContext('2d')
  const sprites = createMarkSprites({ scheme: options.scheme, pixelRatio, onReady: options.onReady })
  /** The last painted marks, for hit tests. */
  let painted: PaintedMark[] = []
  /** By slot: the previous image is shown while a new one loads, to avoid blinking. */
  const lastPictures: Sprite[] = []
  const room = createLabelRoom()
  let written = new Set<string>()

  function clear({ width, height }: SceneView): void {
    if (pen === null) return
    const [wide, high] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide
      canvas.height = high
    }
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, wide, high)
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  }

  function paint({ scene, view, nowMs, chosenId, pointedId, labelled, pins }: Painting): void {
    if (pen === null) return
    clear(view)
    painted = []
    const isGliding = canGlide(scene)
    const hasLabels = scene.singles.length <= maxLabelled || zoomOf(view.worldPixels) >= labelFromZoom
    if (hasLabels) room.clear(view)
    /** Pins own the room above the numbers of the slots. */
    const firstPin = table.size() + 2
    if (hasLabels) for (const [at, pin] of pins.entries()) room.take(pinBox(placed(pin, view)), firstPin + at)
    const words: { id: string; slot: number; x: number; y: number; label: string; rank: number }[] = []

    for (const cluster of scene.clusters) {
      const at = placed(cluster, view)
      drawSprite(pen, sprites.ring(cluster.counts), at.x, at.y)
      writeSprite(pen, sprites.count(cluster.count), at.x, at.y, pixelRatio)
      if (hasLabels) room.take(around(at, 18), table.size() + 1)
      painted.push({ ...at, picked: { kind: 'cluster', cluster } })
    }
    pen.strokeStyle = tokens[scheme].textSoft
    pen.lineWidth = 1.5
    for (const { spot, dx, dy } of scene.fanned.values()) {
      const at = placed(spot, view)
      pen.beginPath()
      pen.moveTo(at.x, at.y)
      pen.lineTo(at.x + dx, at.y + dy)
      pen.stroke()
    }
    const mark = (slot: number) => {
      const id = table.idOf(slot)
      const isChosen = id === chosenId
      const share = isGliding || isChosen ? table.shareAt(slot, nowMs) : 1
      const fan = scene.fanned.get(slot)
      const spot = placed(fan?.spot ?? { x: table.xAt(slot, share), y: table.yAt(slot, share) }, view)
      const at = { x: spot.x + (fan?.dx ?? 0), y: spot.y + (fan?.dy ?? 0) }
      const look = lookOf(slot, nowMs, isChosen)
      const picture = sprites.mark(look.image) ?? lastPictures[slot]
      if (picture !== undefined) {
        lastPictures[slot] = picture
        drawSprite(pen, picture, at.x, at.y)
      }
      if (hasLabels) room.take(around(at, 11), slot + 1)
      const isFirst = isChosen || id === pointedId || (labelled?.has(id) ?? false)
      if (isFirst || hasLabels) {
        const rank = isFirst ? 0 : isUrgent(table, slot) ? 1 : written.has(id) ? 2 : 3
        words.push({ ...at, id, slot, label: look.label, rank })
      }
      painted.push({ ...at, picked: { kind: 'vehicle', id } })
    }
    const isOnTop = (slot: number) => {
      const id = table.idOf(slot)
      return id === chosenId || id === pointedId
    }
    const [below, above] = [[] as number[], [] as number[]]
    for (const slot of scene.singles) (isOnTop(slot) ? above : below).push(slot)
    for (const slot of below) mark(slot)
    for (const slot of above.sort((a) => (table.idOf(a) === chosenId ? 1 : -1))) mark(slot)

    words.sort((a, b) => a.rank - b.rank)
    written = new Set()
    for (const { id, slot, x, y, label, rank } of words) {
      const sprite = sprites.label(label)
      const boxes = labelBoxes({ x, y }, sprite.width)
      const free = hasLabels ? boxes.find((box) => room.isFree(box, slot + 1)) : undefined
      const box = free ?? (rank === 0 ? boxes[0] : undefined)
      if (box === undefined) continue
      if (hasLabels) room.take(box, slot + 1)
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      writeSprite(pen, sprite, middle.x, middle.y, pixelRatio)
      written.add(id)
    }
    if (hasLabels) for (const [at, pin] of pins.entries()) writePin(pin, view, firstPin + at)
  }

  /** Below the vehicles' own numbers in importance: what finds no room is left out, and the pin stays. */
  function writePin(pin: PaintedPin, view: SceneView, owner: number): void {
    if (pen === null) return
    for (const text of pin.texts) {
      const sprite = sprites.label(text)
      const box = pinLabelBoxes(placed(pin, view), sprite.width).find((each) => room.isFree(each, owner))
      if (box === undefined) continue
      room.take(box, owner)
      writeSprite(pen, sprite, box.left + box.width / 2, box.top + box.height / 2, pixelRatio)
      return
    }
  }

  function nearest(x: number, y: number): PaintedMark | null {
    let found: PaintedMark | null = null
    let least = reachPixels
    for (const each of painted) {
      const away = Math.hypot(each.x - x, each.y - y)
      if (away > least) continue
      least = away
      found = each
    }
    return found
  }

  return {
    paint,
    /** The mark under the pointer; the nearest of several. */
    pick: (x: number, y: number): Picked | null => nearest(x, y)?.picked ?? null,
    /** All vehicles on the spot of the one under the pointer, including itself. */
    pickAll: (x: number, y: number): string[] => {
      const middle = nearest(x, y)
      if (middle === null) return []
      return painted.flatMap(({ picked, x: left, y: top }) =>
        picked.kind === 'vehicle' && Math.hypot(left - middle.x, top - middle.y) <= sameSpotPixels
          ? [picked.id]
          : [],
      )
    },
    setScheme: (next: SchemeName) => {
      scheme = next
      sprites.setScheme(next)
    },
    remove: () => canvas.remove(),
  }
}

const around = ({ x, y }: { x: number; y: number }, reach: number): LabelBox => ({
  left: x - reach,
  top: y - reach,
  width: reach * 2,
  height: reach * 2,
})
