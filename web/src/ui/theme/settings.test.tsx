import { resources } from '@rumbo/i18n'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { LanguageProvider, useText } from '../i18n.tsx'
import { renderUi } from '../testing.tsx'
import {
  defaultThemeSettings,
  readThemeSettings,
  themeSettingsKey,
  useThemeSettings,
} from './theme-settings.tsx'

function ThemeProbe() {
  const { settings, change, reset, scheme } = useThemeSettings()
  return (
    <>
      <output>{JSON.stringify({ ...settings, scheme })}</output>
      <button type="button" onClick={() => change({ mode: 'dark', miniSidebar: true })}>
        dark
      </button>
      <button type="button" onClick={reset}>
        reset
      </button>
    </>
  )
}
const probed = () => JSON.parse(screen.getByRole('status').textContent ?? '{}')

describe('theme settings', () => {
  it('start with the light scheme and bordered cards, and change the scheme of the page at once', async () => {
    const { user } = renderUi(<ThemeProbe />)
    expect(probed()).toEqual({ ...defaultThemeSettings, scheme: 'light' })
    await waitFor(() => expect(document.documentElement.dataset.scheme).toBe('light'))
    await user.click(screen.getByRole('button', { name: 'dark' }))
    await waitFor(() => expect(document.documentElement.dataset.scheme).toBe('dark'))
    expect(probed()).toMatchObject({ mode: 'dark', miniSidebar: true, scheme: 'dark' })
  })

  it('are stored for the next visit and can be reset', async () => {
    localStorage.setItem(themeSettingsKey, JSON.stringify({ ...defaultThemeSettings, boxed: true }))
    const { user } = renderUi(<ThemeProbe />)
    expect(probed().boxed).toBe(true)
    await user.click(screen.getByRole('button', { name: 'reset' }))
    expect(readThemeSettings(localStorage.getItem(themeSettingsKey))).toEqual(defaultThemeSettings)
  })

  it('follow changes made in another tab', () => {
    renderUi(<ThemeProbe />)
    const newValue = JSON.stringify({ ...defaultThemeSettings, horizontal: true })
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: themeSettingsKey, newValue })))
    expect(probed().horizontal).toBe(true)
  })

  it.each(['', 'rubbish', '[]', 'null', '"dark"', '{"mode":"pink","boxed":"yes"}'])(
    'tolerate %j in the storage',
    (saved) => {
      expect(readThemeSettings(saved)).toEqual(defaultThemeSettings)
    },
  )
})

function LanguageProbe() {
  const { t, language, setLanguage } = useText()
  return (
    <>
      <p>{t('services.done.created', { number: 7 })}</p>
      <p>{t('tree.count.vehicles', { count: 1_000_000 })}</p>
      <button type="button" onClick={() => void setLanguage(language === 'es' ? 'en' : 'es')}>
        {t('shell.language.change')}
      </button>
    </>
  )
}

describe('the language', () => {
  it('is Spanish unless English is saved, switches without reload, and is stored', async () => {
    const { user } = renderUi(<LanguageProbe />)
    screen.getByText('Servicio 7 creado')
    screen.getByText('1000000 unidades')
    await user.click(screen.getByRole('button', { name: 'Cambiar idioma' }))
    await screen.findByText('Service 7 created')
    expect(localStorage.getItem('selectedLanguage')).toBe('en')
    expect(document.documentElement.lang).toBe('en')
  })

  it.each([
    ['en', 'Service 7 created'],
    ['fr', 'Servicio 7 creado'],
  ])('loads only the texts of the saved language: %s', async (saved, text) => {
    localStorage.setItem('selectedLanguage', saved)
    const load = vi.fn(async (language: 'es' | 'en') => resources[language])
    render(
      <LanguageProvider load={load} fallback="…">
        <LanguageProbe />
      </LanguageProvider>,
    )
    screen.getByText('…')
    await screen.findByText(text)
    expect(load).toHaveBeenCalledOnce()
  })

  it('loads the other texts when that language is chosen', async () => {
    const load = vi.fn(async (language: 'es' | 'en') => resources[language])
    render(
      <LanguageProvider load={load}>
        <LanguageProbe />
      </LanguageProvider>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Cambiar idioma' }))
    await screen.findByText('Service 7 created')
    expect(load.mock.calls).toEqual([['es'], ['en']])
  })
})
