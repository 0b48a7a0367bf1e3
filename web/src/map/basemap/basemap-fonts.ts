import noto0 from '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff2?url'
import inter0 from '@fontsource-variable/inter/files/inter-cyrillic-ext-wght-normal.woff2?url'
import inter1 from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url'
import inter2 from '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2?url'
import inter3 from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import inter4 from '@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2?url'
import type { StyleSpecification } from 'maplibre-gl'

/**
 * Fonts of the page: without a glyph server MapLibre draws each letter itself and takes the weight from a word in the
 * first font name.
 */
export const boldFont = ['Rumbo Bold', 'Inter Variable', 'Inter', 'Noto Sans']
const mapLetters = 'Rumbo Map'
export const plainFont = [mapLetters, 'Inter Variable', 'Inter', 'Noto Sans']

const face = (url: string, ...ranges: string[]) => ({
  // The map's worker fetches it too, and there an address needs its origin.
  url: new URL(url, globalThis.location?.href ?? 'http://localhost').href,
  'unicode-range': ranges,
})

/**
 * Fonts for letters beyond Latin, each file loaded when one of its letters is first drawn: Inter where it has them,
 * Noto Sans for Devanagari. Other scripts use a font of the device.
 */
export const fontFaces = (): StyleSpecification['font-faces'] => ({
  [mapLetters]: [
    face(inter3, 'U+0100-02BA', 'U+02BD-02C5', 'U+02C7-02CC', 'U+1D00-1DBF', 'U+1E00-1E9F', 'U+2C60-2C7F'),
    face(inter4, 'U+1EA0-1EF9', 'U+20AB'),
    face(inter1, 'U+0400-045F', 'U+0490-0491', 'U+04B0-04B1', 'U+2116'),
    face(inter0, 'U+0460-048F', 'U+0492-04AF', 'U+04B2-052F', 'U+A640-A69F'),
    face(inter2, 'U+0370-0377', 'U+037A-037F', 'U+0384-03FF'),
    face(noto0, 'U+0900-097F', 'U+A8E0-A8FF', 'U+1CD0-1CF9'),
  ],
})
