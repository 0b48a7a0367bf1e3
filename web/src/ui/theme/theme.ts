import { createTheme, type ThemeOptions } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import { themeComponents } from './theme-components.ts'
import { type SchemeName, type TokenName, tokens } from './tokens.ts'

declare module '@mui/material/styles' {
  interface Palette {
    tokens: Readonly<Record<TokenName, string>>
  }
  interface PaletteOptions {
    tokens?: Readonly<Record<TokenName, string>>
  }
  interface TypographyVariants {
    figure: React.CSSProperties
  }
  interface TypographyVariantsOptions {
    figure?: React.CSSProperties
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true
  }
}

/** Corner radii in pixels: controls, cards, floating surfaces. */
const radius = { control: 8, card: 12, floating: 14 } as const

const fontFamily = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif'

const rem = (pixels: number): string => `${pixels / 16}rem`

const size = (pixels: number, linePixels: number, fontWeight: number) => ({
  fontSize: rem(pixels),
  lineHeight: linePixels / pixels,
  fontWeight,
  letterSpacing: 0,
})

function palette(scheme: SchemeName): NonNullable<ThemeOptions['palette']> {
  const colour = tokens[scheme]
  const plain = (main: string) => ({ main, light: main, dark: main, contrastText: colour.markInk })
  return {
    mode: scheme,
    primary: {
      main: colour.primary,
      light: colour.primarySoft,
      dark: colour.primaryHover,
      contrastText: colour.onPrimary,
    },
    secondary: plain(colour.textSoft),
    error: plain(colour.critical),
    warning: plain(colour.alarmed),
    success: plain(colour.active),
    info: plain(colour.occupied),
    background: { default: colour.background, paper: colour.surface },
    text: { primary: colour.text, secondary: colour.textSoft, disabled: colour.textFaint },
    divider: colour.line,
    action: {
      active: colour.textSoft,
      hover: colour.sunken,
      selected: colour.primarySoft,
      disabled: colour.textFaint,
      disabledBackground: colour.sunken,
      focus: colour.sunken,
    },
    tokens: colour,
  }
}

/**
 * The product's MUI theme: both schemes as CSS variables (`--rumbo-*`), switched by `data-scheme` on the root. Use
 * the `primaryText` token for text, links and focus rings; `palette.primary.main` is for fills only.
 */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'rumbo', colorSchemeSelector: 'data-scheme' },
  colorSchemes: { light: { palette: palette('light') }, dark: { palette: palette('dark') } },
  spacing: 4,
  shape: { borderRadius: radius.control },
  motion: { reducedMotion: 'system' },
  typography: {
    fontFamily,
    fontWeightLight: 400,
    fontWeightRegular: 400,
    fontWeightMedium: 520,
    fontWeightBold: 620,
    // MUI adds the family only to its own variants.
    figure: { ...size(28, 34, 700), fontFamily },
    h1: size(20, 28, 700),
    h2: size(15, 22, 620),
    h3: size(14, 20, 620),
    h4: size(14, 20, 620),
    h5: size(14, 20, 620),
    h6: size(15, 22, 620),
    subtitle1: size(14, 20, 520),
    subtitle2: size(12.5, 18, 620),
    body1: size(14, 20, 400),
    body2: size(12.5, 18, 400),
    caption: size(11.5, 16, 400),
    overline: { ...size(11.5, 16, 620), letterSpacing: '0.04em', textTransform: 'uppercase' },
    button: { ...size(14, 20, 620), textTransform: 'none' },
  },
  transitions: {
    duration: {
      shortest: 150,
      shorter: 150,
      short: 150,
      standard: 200,
      complex: 200,
      enteringScreen: 150,
      leavingScreen: 150,
    },
    easing: { easeInOut: 'ease-out' },
  },
  components: themeComponents,
})
