import { describe, expect, it } from 'vitest'
import { contrast, mixColours, routeTokens, type SchemeName, statusTokens, tokens } from './tokens.ts'

const schemes: SchemeName[] = ['light', 'dark']

describe.each(schemes)('the %s scheme', (scheme) => {
  const colours = tokens[scheme]

  it.each(['text', 'textSoft', 'textFaint', 'primaryText', 'critical'] as const)(
    '%s has a contrast of 4.5:1 on every surface',
    (name) => {
      for (const plane of ['surface', 'background', 'sunken', 'raised'] as const) {
        expect(contrast(colours[name], colours[plane]), `${name} on ${plane}`).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it.each(statusTokens)('%s has a contrast of 4.5:1 on its own tint and on the surface', (status) => {
    expect(contrast(colours[status], colours[`${status}Tint`])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours[status], colours.surface)).toBeGreaterThanOrEqual(4.5)
  })

  it('has a contrast of nearly 7:1 for text on the accent, and 4.5:1 on its soft variant', () => {
    expect(contrast(colours.onPrimary, colours.primary)).toBeGreaterThanOrEqual(6.9)
    expect(contrast(colours.onPrimary, colours.primaryHover)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.primaryText, colours.primarySoft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.text, colours.primarySoft)).toBeGreaterThanOrEqual(4.5)
  })

  it('has a contrast of 3:1 for borders that carry meaning', () => {
    expect(contrast(colours.lineStrong, colours.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(colours.lineStrong, colours.background)).toBeGreaterThanOrEqual(3)
  })

  it('has a contrast of 4.5:1 for the symbol inside every mark', () => {
    for (const status of statusTokens) {
      expect(contrast(colours.markInk, colours[status]), status).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(routeTokens)(
    '%s has a contrast of 4.5:1 to its number, and 3:1 to what it is drawn on',
    (route) => {
      expect(contrast(colours.markInk, colours[route])).toBeGreaterThanOrEqual(4.5)
      for (const plane of ['surface', 'background', 'sunken', 'primarySoft'] as const)
        expect(contrast(colours[route], colours[plane]), plane).toBeGreaterThanOrEqual(3)
    },
  )
})

it('mixes one colour over another by its share', () => {
  expect(mixColours('#FF0000', '#0000FF', 0)).toBe('#0000FF')
  expect(mixColours('#FF0000', '#0000FF', 1)).toBe('#FF0000')
  expect(mixColours('#000000', '#FFFFFF', 0.5)).toBe('#808080')
})
