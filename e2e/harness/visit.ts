import type { BrowserContextOptions } from '@playwright/test'
import { type Language, selectedLanguageKey } from '@rumbo/i18n'
import { readProductInfo } from './product-info.ts'
import type { Person, World } from './world.ts'

export interface Opening {
  /** The stored language of an earlier visit. Default: none stored, which shows Spanish. */
  language?: Language
  isDark?: boolean
  viewport?: { width: number; height: number }
}

/** The browser state of a visit: the session's cookie, the language and the theme. */
export async function visit(world: World, who: Person | null, { language, isDark }: Opening): Promise<Visit> {
  const { url } = readProductInfo()
  const localStorage = [
    ...(language ? [{ name: selectedLanguageKey, value: language }] : []),
    ...(isDark ? [{ name: 'rumbo.themeSettings', value: JSON.stringify({ mode: 'dark' }) }] : []),
  ]
  const cookie = who && {
    name: 'rumbo_refresh',
    value: await world.refreshToken(who),
    domain: new URL(url).hostname,
    path: '/v1/auth',
    expires: Math.round(Date.now() / 1000) + 3600,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict' as const,
  }
  return { cookies: cookie ? [cookie] : [], origins: [{ origin: url, localStorage }] }
}

export type Visit = Exclude<BrowserContextOptions['storageState'], string | undefined>
