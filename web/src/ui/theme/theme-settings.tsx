import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider, useColorScheme } from '@mui/material/styles'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { styleCache } from './style-cache.ts'
import { theme } from './theme.ts'
import type { SchemeName } from './tokens.ts'

/** Appearance settings of a user; stored in local storage. */
export interface ThemeSettings {
  mode: SchemeName | 'system'
  miniSidebar: boolean
  /** The same in a window between phone and desktop, where the screen needs the room. */
  miniSidebarBetween: boolean
  horizontal: boolean
  boxed: boolean
  borderedCards: boolean
  /** Keys without Ctrl or Cmd are active (WCAG 2.1.4 requires that they can be switched off). */
  singleKeys: boolean
}

export const defaultThemeSettings: ThemeSettings = {
  mode: 'light',
  miniSidebar: false,
  miniSidebarBetween: true,
  horizontal: false,
  boxed: false,
  borderedCards: true,
  singleKeys: true,
}

export const themeSettingsKey = 'rumbo.themeSettings'

/** Parses saved settings; missing, damaged or unknown values become defaults. */
export function readThemeSettings(saved: string | null): ThemeSettings {
  if (saved === null) return defaultThemeSettings
  try {
    const found: unknown = JSON.parse(saved)
    if (typeof found !== 'object' || found === null) return defaultThemeSettings
    const record = found as Record<string, unknown>
    const flag = (name: Exclude<keyof ThemeSettings, 'mode'>): boolean =>
      typeof record[name] === 'boolean' ? record[name] : defaultThemeSettings[name]
    const { mode } = record
    return {
      mode: mode === 'light' || mode === 'dark' || mode === 'system' ? mode : defaultThemeSettings.mode,
      miniSidebar: flag('miniSidebar'),
      miniSidebarBetween: flag('miniSidebarBetween'),
      horizontal: flag('horizontal'),
      boxed: flag('boxed'),
      borderedCards: flag('borderedCards'),
      singleKeys: flag('singleKeys'),
    }
  } catch {
    return defaultThemeSettings
  }
}

interface ThemeSettingsHandle {
  settings: ThemeSettings
  /** Changes some settings and stores them. */
  change: (some: Partial<ThemeSettings>) => void
  reset: () => void
  /** The current scheme, with `system` resolved. */
  scheme: SchemeName
}

const ThemeSettingsContext = createContext<ThemeSettingsHandle | null>(null)

/** The browser may refuse storage; settings then last until the page is closed. */
function store(settings: ThemeSettings): void {
  try {
    localStorage.setItem(themeSettingsKey, JSON.stringify(settings))
  } catch {
    return
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(themeSettingsKey)
  } catch {
    return null
  }
}

function SettingsHolder({ initial, children }: { initial: ThemeSettings; children: ReactNode }) {
  const [settings, setSettings] = useState(initial)
  const { setMode, systemMode } = useColorScheme()

  useEffect(() => setMode(settings.mode), [setMode, settings.mode])
  useLayoutEffect(() => {
    document.documentElement.dataset.cards = settings.borderedCards ? 'bordered' : 'soft'
  }, [settings.borderedCards])
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === themeSettingsKey) setSettings(readThemeSettings(event.newValue))
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const change = useCallback((some: Partial<ThemeSettings>) => {
    setSettings((before) => {
      const after = { ...before, ...some }
      store(after)
      return after
    })
  }, [])
  const reset = useCallback(() => change(defaultThemeSettings), [change])
  const scheme = settings.mode === 'system' ? (systemMode ?? 'light') : settings.mode
  const handle = useMemo(() => ({ settings, change, reset, scheme }), [settings, change, reset, scheme])
  return <ThemeSettingsContext.Provider value={handle}>{children}</ThemeSettingsContext.Provider>
}

/** Provides theme, base styles and settings. Render it once, outermost. */
export function ThemeSettingsProvider({ children }: { children: ReactNode }) {
  const [initial] = useState(() => readThemeSettings(stored()))
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme} defaultMode={initial.mode} storageManager={null} noSsr>
        <CssBaseline enableColorScheme />
        <SettingsHolder initial={initial}>{children}</SettingsHolder>
      </ThemeProvider>
    </CacheProvider>
  )
}

/** The settings and a function to change them. Use it below `ThemeSettingsProvider` only. */
export function useThemeSettings(): ThemeSettingsHandle {
  const handle = useContext(ThemeSettingsContext)
  if (handle === null) throw new Error('useThemeSettings is used outside ThemeSettingsProvider')
  return handle
}
