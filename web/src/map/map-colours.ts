import { mixColours, type SchemeName, tokens } from '../ui/theme/tokens.ts'

/** Colours of the basemap, mixed from the product's tokens so that marks stand out. */
export function mapColours(scheme: SchemeName) {
  const colour = tokens[scheme]
  const isDark = scheme === 'dark'
  const land = isDark ? colour.background : mixColours(colour.lineStrong, colour.sunken, 0.06)
  const warm = mixColours(tokens.dark.alarmed, colour.surface, 0.2)
  return {
    land,
    island: land,
    sea: mixColours(colour.occupied, land, isDark ? 0.2 : 0.16),
    park: mixColours(colour.active, land, isDark ? 0.14 : 0.12),
    water: mixColours(colour.occupied, land, isDark ? 0.2 : 0.16),
    aerodrome: mixColours(colour.lineStrong, land, 0.12),
    industrial: mixColours(colour.lineStrong, land, 0.05),
    sand: mixColours(tokens.dark.alarmed, land, 0.1),
    building: mixColours(colour.lineStrong, land, isDark ? 0.12 : 0.1),
    rail: mixColours(colour.lineStrong, land, 0.4),
    border: mixColours(colour.lineStrong, land, isDark ? 0.55 : 0.45),
    street: isDark ? colour.line : colour.surface,
    major: isDark ? mixColours(colour.lineStrong, colour.line, 0.3) : warm,
    casing: isDark ? colour.sunken : mixColours(colour.lineStrong, colour.line, 0.18),
    streetName: colour.textSoft,
    placeName: colour.textFaint,
    cityName: colour.textSoft,
    halo: isDark ? colour.sunken : colour.surface,
    label: colour.text,
    labelHalo: isDark ? colour.sunken : colour.surface,
    route: colour.primaryText,
    routeSoft: colour.lineStrong,
  }
}
export type MapColours = ReturnType<typeof mapColours>
