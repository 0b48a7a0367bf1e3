import type { TextArguments, TextKey } from '@rumbo/i18n/keys'
import { chooseLanguage, type Language, selectedLanguageKey } from '@rumbo/i18n/language'
import { loadTexts } from '@rumbo/i18n/load'
import { createInstance, type i18n as Texts } from 'i18next'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next'

type TextsOf = (language: Language) => Promise<Readonly<Record<string, string>>>

/** Makes the texts of one language ready; others are loaded when chosen. */
export function createTexts(language: Language, texts: Readonly<Record<string, string>>): Texts {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: { [language]: { translation: texts } },
  })
  return instance
}

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

const LanguageContext = createContext<((language: Language) => Promise<void>) | null>(null)

interface LanguageProviderProps {
  children: ReactNode
  /** Shown until the texts are here. */
  fallback?: ReactNode
  /** Texts already at hand: nothing is loaded for the first paint. */
  ready?: { language: Language; texts: Readonly<Record<string, string>> }
  load?: TextsOf
}

/** Texts for everything below, in the saved language (`es` unless `en` was chosen). */
export function LanguageProvider({
  children,
  fallback = null,
  ready,
  load = loadTexts,
}: LanguageProviderProps) {
  const [texts, setTexts] = useState<Texts | null>(() =>
    ready ? createTexts(ready.language, ready.texts) : null,
  )

  useEffect(() => {
    if (texts !== null) return
    let left = false
    const language = savedLanguage()
    void load(language).then((loaded) => {
      if (!left) setTexts(createTexts(language, loaded))
    })
    return () => {
      left = true
    }
  }, [texts, load])

  useEffect(() => {
    if (texts === null) return
    const follow = (language: string) => {
      document.documentElement.lang = language
    }
    follow(texts.language)
    texts.on('languageChanged', follow)
    return () => texts.off('languageChanged', follow)
  }, [texts])

  const change = useCallback(
    async (language: Language) => {
      if (texts === null) return
      if (!texts.hasResourceBundle(language, 'translation')) {
        texts.addResourceBundle(language, 'translation', await load(language))
      }
      saveLanguage(language)
      await texts.changeLanguage(language)
    },
    [texts, load],
  )

  if (texts === null) return fallback
  return (
    <I18nextProvider i18n={texts}>
      <LanguageContext.Provider value={change}>{children}</LanguageContext.Provider>
    </I18nextProvider>
  )
}

export type WordText = <K extends TextKey>(key: K, ...params: TextArguments<K>) => string

interface TextsHandle {
  /** Words a key in the language on screen. */
  t: WordText
  language: Language
  /** Switches the language, for now and for the next visit. */
  setLanguage: (language: Language) => Promise<void>
}

const notProvided = async () => {
  throw new Error('useText is used outside LanguageProvider')
}

/** The texts of the language on screen. Only below `LanguageProvider`. */
export function useText(): TextsHandle {
  const { i18n } = useTranslation()
  const change = useContext(LanguageContext)
  const language = chooseLanguage(i18n.language)
  return useMemo(
    () => ({
      t: (key, ...params) => i18n.getFixedT(language)(key as string, { ...params[0] }),
      language,
      setLanguage: change ?? notProvided,
    }),
    [i18n, language, change],
  )
}
