import { resources } from '@rumbo/i18n'
import type { Language } from '@rumbo/i18n/language'
import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
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

/** Presses Tab until the control has the focus, as a person without a mouse does. */
export async function tabTo(user: UserEvent, control: HTMLElement): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (document.activeElement === control) return
    const before = document.activeElement
    await user.tab()
    // The simulated Tab does not pass over what is inert: the links of a closed group of the menu, which is opened then.
    if (document.activeElement === before && before?.getAttribute('aria-expanded') === 'false')
      await user.keyboard('{Enter}')
  }
  throw new Error(`By keyboard nobody gets to ${control.getAttribute('aria-label') ?? control.textContent}.`)
}
/** Reaches a control by Tab, and presses a key there. Default: Enter. */
export async function pressByKeyboard(user: UserEvent, control: HTMLElement, key = '{Enter}'): Promise<void> {
  await tabTo(user, control)
  await user.keyboard(key)
}
