import { resources } from '@rumbo/i18n'
import type { Language } from '@rumbo/i18n/language'
import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { LanguageProvider } from './i18n.tsx'
import { ThemeSettingsProvider } from './theme/theme-settings.tsx'
import { ToastProvider } from './toasts/toasts.tsx'

/** The providers that every component needs, for tests. Default language: Spanish. */
export function TestProviders({ children, language = 'es' }: { children: ReactNode; language?: Language }) {
  return (
    <ThemeSettingsProvider>
      <LanguageProvider
        ready={{ language, texts: resources[language] }}
        load={async (wanted) => resources[wanted]}
        loadLater={async () => ({})}
      >
        <ToastProvider>{children}</ToastProvider>
      </LanguageProvider>
    </ThemeSettingsProvider>
  )
}

/** A simulated user without delays. Pointer-event checks are off: they are slow, and no screen relies on them. */
export const quickUser = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }

/** Renders within `TestProviders`, with a simulated user. */
export function renderUi(node: ReactNode, { language = 'es' }: { language?: Language } = {}) {
  const user = userEvent.setup(quickUser)
  const wrapped = (inner: ReactNode) => <TestProviders language={language}>{inner}</TestProviders>
  const view = render(wrapped(node))
  return { user, ...view, rerender: (next: ReactNode) => view.rerender(wrapped(next)) }
}

/** Until the end of the test, only media queries that contain `part` match. */
export function pretendMedia(part: string): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const list = new EventTarget() as MediaQueryList
    return Object.assign(list, {
      matches: media.includes(part),
      media,
      addListener: () => {},
      removeListener: () => {},
    })
  })
}
