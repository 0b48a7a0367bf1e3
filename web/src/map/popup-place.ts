import type { Covered } from './map-model.ts'

/** Distance to the mark and its label, in pixels. */
const gapPixels = 40
const minWidthPixels = 280

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/**
 * Moves a popup to the right of a place, to its left where there is no room, within what is not covered of the map.
 * @param at the place, in pixels of the map
 */
export function placePopup(
  popup: HTMLElement,
  map: HTMLElement,
  at: { x: number; y: number },
  { leftPixels, rightPixels, topPixels, bottomPixels }: Covered,
): void {
  const { clientWidth, clientHeight } = map
  popup.style.maxWidth = `${Math.max(minWidthPixels, clientWidth - leftPixels - rightPixels - 16)}px`
  const { offsetWidth, offsetHeight } = popup
  const maxLeft = clientWidth - rightPixels - offsetWidth - 8
  const fitsRight = at.x + gapPixels < maxLeft
  const left = within(fitsRight ? at.x + gapPixels : at.x - gapPixels - offsetWidth, leftPixels + 8, maxLeft)
  const maxTop = clientHeight - bottomPixels - offsetHeight - 12
  const top = within(at.y - offsetHeight / 2, topPixels + 8, maxTop)
  popup.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
  popup.style.opacity = '1'
}
