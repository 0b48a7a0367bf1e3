/** The colours of a style of KML, as they stand in the file. */
export interface KmlStyle {
  PolyStyle?: string
  LineStyle?: string
  IconStyle?: string
}
export type KmlStyleKind = keyof KmlStyle

export const isStyleKind = (name: string): name is KmlStyleKind =>
  name === 'PolyStyle' || name === 'LineStyle' || name === 'IconStyle'

export interface KmlStyles {
  addStyle(id: string, style: KmlStyle): void
  /** A style map's normal style: the address of another style, or one of its own. */
  addMap(id: string, normal: string | KmlStyle): void
  /** The style at an address such as `#id`; null if the file has none of that name. */
  find(address: string): KmlStyle | null
}

/** Styles may stand behind what uses them, so they are looked up when all are known. */
export function createKmlStyles(): KmlStyles {
  const styles = new Map<string, KmlStyle>()
  const maps = new Map<string, string | KmlStyle>()
  const idOf = (address: string) => address.slice(address.indexOf('#') + 1).trim()
  return {
    addStyle: (id, style) => styles.set(id, style),
    addMap: (id, normal) => maps.set(id, normal),
    find(address) {
      const normal = maps.get(idOf(address))
      if (typeof normal === 'object') return normal
      return styles.get(idOf(normal ?? address)) ?? null
    },
  }
}

const preference = {
  polygon: ['PolyStyle', 'LineStyle', 'IconStyle'],
  line: ['LineStyle', 'PolyStyle', 'IconStyle'],
  point: ['IconStyle', 'PolyStyle', 'LineStyle'],
} as const

/** `#rrggbb` of the first colour that a style has for a kind of geometry; null without. */
export function colourOfStyle(style: KmlStyle | null, kind: keyof typeof preference): string | null {
  const colours = preference[kind].map((part) => colourOfKml(style?.[part] ?? ''))
  return colours.find((colour) => colour !== null) ?? null
}

/** KML writes colours as aabbggrr. */
function colourOfKml(text: string): string | null {
  const parts = /^#?[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim())
  return parts ? `#${parts[3]}${parts[2]}${parts[1]}`.toLowerCase() : null
}

/** The colour in KML with an opacity of two hexadecimal digits. */
export const kmlColour = (colour: string, opacity: string): string =>
  `${opacity}${colour.slice(5, 7)}${colour.slice(3, 5)}${colour.slice(1, 3)}`
