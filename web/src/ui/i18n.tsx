import type { TextArguments, TextKey } from '@rumbo/i18n/keys'
import { chooseLanguage, type Language, selectedLanguageKey } from '@rumbo/i18n/language'
import { loadLaterTexts, loadTexts } from '@rumbo/i18n/load'
import { createTranslate } from '@rumbo/i18n/translate'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { remember } from './said.ts'

type Texts = Readonly<Record<string, string>>
type TextsOf = (language: Language) => Promise<Texts>
type Loaded = Readonly<Record<Language, Texts>>

const noTexts: Loaded = { es: {}, en: {} }

function savedLanguage(): Language {
  try {
    return chooseLanguage(localStorage.getItem(selectedLanguageKey))
  } catch {
    return chooseLanguage(null)
  }
}

function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(selectedLanguageKey, language)
  } catch {
    return
  }
}

export type WordText = <K extends TextKey>(key: K, ...params: TextArguments<K>) => string

interface TextsHandle {
  /** Translates a key into the current language. */
  t: WordText
  language: Language
  /** Whether the texts of all pages are loaded, not only those of the first pages. */
  isWhole: boolean
  /** Switches the language and stores the choice. */
  setLanguage: (language: Language) => Promise<void>
}

const TextsContext = createContext<TextsHandle | null>(null)

const retryAfterMs = 2000

/** Retries until it succeeds: a page cannot be shown without its texts. */
async function retryUntilLoaded(load: () => Promise<Texts>): Promise<Texts> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return retryUntilLoaded(load)
  }
}

interface LanguageProviderProps {
  children: ReactNode
  /** Shown while the texts load. */
  fallback?: ReactNode
  /** Preloaded texts: nothing is loaded for the first paint. */
  ready?: { language: Language; texts: Texts }
  load?: TextsOf
  loadLater?: TextsOf
}

/** Provides texts in the saved language (`es` unless `en` was chosen). */
export function LanguageProvider({
  children,
  fallback = null,
  ready,
  load = loadTexts,
  loadLater = loadLaterTexts,
}: LanguageProviderProps) {
  const [loaded, setLoaded] = useState<Loaded>(() =>
    ready ? { ...noTexts, [ready.language]: ready.texts } : noTexts,
  )
  const [language, setShown] = useState<Language | null>(ready?.language ?? null)

  const [whole, setWhole] = useState<ReadonlySet<Language>>(() => new Set(ready ? [ready.language] : []))

  const show = useCallback(
    async (next: Language) => {
      const add = (texts: Texts) =>
        setLoaded((before) => ({ ...before, [next]: { ...before[next], ...texts } }))
      add(await load(next))
      setShown(next)
      add(await retryUntilLoaded(() => loadLater(next)))
      setWhole((before) => new Set([...before, next]))
    },
    [load, loadLater],
  )
  useEffect(() => {
    if (language === null) void show(savedLanguage())
    else document.documentElement.lang = language
  }, [language, show])

  const setLanguage = useCallback(
    async (next: Language) => {
      saveLanguage(next)
      await show(next)
    },
    [show],
  )
  const handle = useMemo<TextsHandle | null>(() => {
    if (language === null) return null
    const translate = createTranslate(loaded)
    return {
      t: (key, ...params) => {
        const text = translate(language, key, ...params)
        remember(text, key, params[0] ?? {})
        return text
      },
      language,
      isWhole: whole.has(language),
      setLanguage,
    }
  }, [language, loaded, whole, setLanguage])

  if (handle === null) return fallback
  return <TextsContext.Provider value={handle}>{children}</TextsContext.Provider>
}

/** The texts of the current language. Use it below `LanguageProvider` only. */
export function useText(): TextsHandle {
  const handle = useContext(TextsContext)
  if (handle === null) throw new Error('useText is used outside LanguageProvider')
  return handle
}
