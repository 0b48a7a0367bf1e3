/** Colours of the product: the only file with literal colours; everything else uses a token. */

const statusColours = {
  light: {
    critical: '#C4212F',
    alarmed: '#A64A05',
    active: '#147A46',
    occupied: '#1F66DB',
    en_route: '#0A7285',
    in_service: '#5A25A8',
    maintenance: '#5E3B26',
    out_of_service: '#2C3542',
    inactive: '#5C6879',
  },
  dark: {
    critical: '#FF7D81',
    alarmed: '#F5A524',
    active: '#3DCB83',
    occupied: '#6EA3FF',
    en_route: '#3CC4D8',
    in_service: '#CBB2FF',
    maintenance: '#E3C4AE',
    out_of_service: '#C5CEDA',
    inactive: '#9CAABC',
  },
} as const

const surfaceColours = {
  light: {
    primary: '#FA896B',
    onPrimary: '#3B1205',
    primaryText: '#A8431F',
    primarySoft: '#FDEDE8',
    background: '#F4F6F9',
    surface: '#FFFFFF',
    raised: '#FFFFFF',
    sunken: '#EDF0F4',
    line: '#DCE2EA',
    lineStrong: '#7A8798',
    text: '#1B2430',
    textSoft: '#566273',
    textFaint: '#5C6879',
    markInk: '#FFFFFF',
    primaryHover: '#F4795A',
    shadow: 'rgba(20, 28, 40, 0.16)',
    backdrop: 'rgba(20, 28, 40, 0.42)',
    route1: '#C2410C',
    route2: '#0B7285',
    route3: '#5F3DC4',
    route4: '#2B7A36',
    route5: '#A61E4D',
    route6: '#1864AB',
    route7: '#7A4B1A',
    route8: '#5B6410',
  },
  dark: {
    primary: '#FA896B',
    onPrimary: '#2B0D04',
    primaryText: '#FFA58C',
    primarySoft: '#3A2620',
    background: '#171C23',
    surface: '#1F2630',
    raised: '#28313D',
    sunken: '#12161C',
    line: '#323D4B',
    lineStrong: '#76859A',
    text: '#EEF2F7',
    textSoft: '#AEBACA',
    textFaint: '#93A1B3',
    markInk: '#12161C',
    primaryHover: '#FF9C80',
    shadow: 'rgba(0, 0, 0, 0.5)',
    backdrop: 'rgba(6, 8, 12, 0.62)',
    route1: '#FFA066',
    route2: '#4CC9DE',
    route3: '#B8A1FF',
    route4: '#6EDB8A',
    route5: '#FF8FB8',
    route6: '#74B9FF',
    route7: '#E0B07A',
    route8: '#C8D36A',
  },
} as const

export type SchemeName = 'light' | 'dark'
export type StatusToken = keyof (typeof statusColours)['light']
export type SurfaceToken = keyof (typeof surfaceColours)['light']
export type TintToken = `${StatusToken}Tint`
export type TokenName = StatusToken | SurfaceToken | TintToken

/** Colours of routes that lie beside each other on a map. */
export const routeTokens = [
  'route1',
  'route2',
  'route3',
  'route4',
  'route5',
  'route6',
  'route7',
  'route8',
] as const satisfies readonly SurfaceToken[]

export const statusTokens = Object.keys(statusColours.light) as StatusToken[]

const tintShare = { light: 0.1, dark: 0.16 } as const

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Mixes one opaque hex colour over another; `share` from 0 to 1. */
export function mixColours(over: string, under: string, share: number): string {
  const below = channels(under)
  const mixed = channels(over).map((value, i) => Math.round(value * share + (below[i] ?? 0) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

function withTints(scheme: SchemeName): Readonly<Record<TokenName, string>> {
  const tints = Object.fromEntries(
    statusTokens.map((name) => [
      `${name}Tint`,
      mixColours(statusColours[scheme][name], surfaceColours[scheme].surface, tintShare[scheme]),
    ]),
  ) as Record<TintToken, string>
  return { ...surfaceColours[scheme], ...statusColours[scheme], ...tints }
}

/**
 * The colours of all tokens per scheme. `<status>Tint` is the status colour at 10 % (dark: 16 %) over the surface.
 */
export const tokens: Readonly<Record<SchemeName, Readonly<Record<TokenName, string>>>> = {
  light: withTints('light'),
  dark: withTints('dark'),
}

/** CSS value of a token, following the scheme of the page. */
export const token = (name: TokenName): string => `var(--rumbo-palette-tokens-${name})`

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast ratio of two opaque hex colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
