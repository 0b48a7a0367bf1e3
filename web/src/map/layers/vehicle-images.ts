import { type SchemeName, tokens } from '../../ui/theme/tokens.ts'
import { type VehicleMarkLook, type VehicleMarkStatus, vehicleMarkSvg } from '../../ui/vehicle-mark.ts'

/** Headings are drawn in steps, so that few images serve many vehicles. */
const headingStepDegrees = 10

/** Name of a mark's image, by which the map requests it when first needed. */
export function markImageId({ status, headingDegrees, isSelected, isStale }: VehicleMarkLook): string {
  const heading =
    typeof headingDegrees === 'number'
      ? String((Math.round(headingDegrees / headingStepDegrees) * headingStepDegrees + 360) % 360)
      : ''
  return ['mark', status, heading, isSelected ? 's' : '', isStale ? 'o' : ''].join('/')
}

/** The look encoded in an image name; null for other names. */
export function readMarkImageId(id: string): VehicleMarkLook | null {
  const [kind, status, heading, selected, old] = id.split('/')
  if (kind !== 'mark') return null
  return {
    status: status as VehicleMarkStatus,
    headingDegrees: heading === '' ? null : Number(heading),
    isSelected: selected === 's',
    isStale: old === 'o',
  }
}

function pinSvg(scheme: SchemeName, letter: string, pixelRatio: number): string {
  const colour = tokens[scheme]
  const shape = 'M16 1C8.3 1 2 7.2 2 14.9c0 9.9 14 24.1 14 24.1s14-14.2 14-24.1C30 7.2 23.7 1 16 1Z'
  const text = `<text x="16" y="20" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="14" fill="${colour.surface}">${letter}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${32 * pixelRatio}" height="${40 * pixelRatio}" viewBox="0 0 32 40"><path d="${shape}" fill="${colour.text}" stroke="${colour.surface}" stroke-width="1.6"/>${text}</svg>`
}

export const pointImageId = 'point'

/** A diamond, to differ from pins and vehicle marks. */
function pointSvg(scheme: SchemeName, pixelRatio: number): string {
  const colour = tokens[scheme]
  const size = 20 * pixelRatio
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 20 20"><path d="M10 2.2 17.8 10 10 17.8 2.2 10Z" fill="${colour.primaryText}" stroke="${colour.surface}" stroke-width="1.8" stroke-linejoin="round"/><circle cx="10" cy="10" r="2.3" fill="${colour.surface}"/></svg>`
}

/** The image of a name as SVG text; null for unknown names. */
export function imageSvg(id: string, scheme: SchemeName, pixelRatio: number): string | null {
  const mark = readMarkImageId(id)
  if (mark !== null) return vehicleMarkSvg({ ...mark, theme: scheme, pixelRatio })
  if (id === pointImageId) return pointSvg(scheme, pixelRatio)
  const pin = /^pin\/([\w!])$/.exec(id)
  return pin ? pinSvg(scheme, pin[1] ?? '', pixelRatio) : null
}

/** Renders SVG text to pixels. */
export async function rasterise(svg: string): Promise<ImageData> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No 2D canvas')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
